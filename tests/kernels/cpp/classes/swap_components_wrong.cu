// Assigned one after the other, the second reads what the first wrote.
//% verdict: not-verified
#include <cuda_runtime.h>

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(v);
//@ ensures \forall i. 0 <= i < n -> v[i].x == \old(v[i].y);
//@ ensures \forall i. 0 <= i < n -> v[i].y == \old(v[i].x); //~ error: ensures
__global__ void swapXY(int2 *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        v[i].x = v[i].y;
        v[i].y = v[i].x;
    }
}
