// Bit counting and reversal.
//% verdict: safe
#include <cuda_runtime.h>

__global__ void bitReverse(const float2 *in, float2 *out, int logN) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = __brev(i) >> (32 - 8);
    out[i] = in[j & 255];
}

__global__ void population(const unsigned *v, int *r, int n) {
    int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (i < n) r[i] = __popc(v[i]) + __clz(v[i]) + __ffs(v[i]);
}
