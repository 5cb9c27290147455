// `assert` in the program, on a remainder that may be negative.
//% verdict: refuted

#include <cassert>

//@ requires n <= blockDim.x * gridDim.x && 0 < d;
__global__ void wrapped(const int *in, int *out, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int r = in[i] % d;
        assert(0 <= r && r < d); //~ error: assert
        out[i] = r;
    }
}
