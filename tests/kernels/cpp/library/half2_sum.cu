// A warp's sum of pairs of halves.
//% verdict: verified

#include <cuda_fp16.h>

//@ requires blockDim.x == 2 && gridDim.x == 1;
//@ ensures out[0] == in[0].x + in[0].y + in[1].x + in[1].y;
__global__ void sum(const half2 *in, float *out) {
    half2 v = in[threadIdx.x];
    v = v + __shfl_xor_sync(0xffffffff, v, 1);
    if (threadIdx.x == 0)
        out[0] = __low2float(v) + __high2float(v);
}
