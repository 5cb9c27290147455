// `assert` in the program is something to prove.
//% verdict: verified

#include <cassert>

//@ requires n <= blockDim.x * gridDim.x && 0 < d;
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j] % d;
__global__ void wrapped(const unsigned *in, unsigned *out, int n, unsigned d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned r = in[i] % d;
        assert(r < d);
        out[i] = r;
    }
}
