// A gate on one qubit of a state vector, with CUDA's complex functions (PP-16).
//% verdict: verified

#include <cuComplex.h>

//@ requires n <= blockDim.x * gridDim.x && n <= \length(state);
//@ ensures \forall j. 0 <= j < n -> state[j].x == -\old(state[j].y) && state[j].y == \old(state[j].x);
__global__ void timesI(cuDoubleComplex *state, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    state[i] = cuCmul(state[i], make_cuDoubleComplex(0.0, 1.0));
}
