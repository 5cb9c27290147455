// The halves of `x` change places on the way.
//% verdict: not-verified

#include <cuda_fp16.h>

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(x) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j].x == x[j].x + \old(y[j].x); //~ error: ensures
__global__ void add(const half2 *x, half2 *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hadd2(__lowhigh2highlow(x[i]), y[i]);
}

// A warp's sum of pairs, of which a half is left out.
//@ requires blockDim.x == 2 && gridDim.x == 1;
//@ ensures out[0] == in[0].x + in[0].y + in[1].x + in[1].y; //~ error: ensures
__global__ void sum(const half2 *in, float *out) {
    half2 v = in[threadIdx.x];
    v = v + __shfl_xor_sync(0xffffffff, v, 1);
    if (threadIdx.x == 0)
        out[0] = __low2float(v);
}
