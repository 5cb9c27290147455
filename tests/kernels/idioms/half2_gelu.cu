// An activation on pairs of halves.
//% verdict: safe

#include <cuda_fp16.h>

//@ requires n <= \length(in) && n <= \length(out);
__global__ void gelu(const half2 *in, half2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 v = __half22float2(in[i]);
        v.x = 0.5f * v.x * (1.0f + tanhf(0.7978845608f * (v.x + 0.044715f * v.x * v.x * v.x)));
        v.y = 0.5f * v.y * (1.0f + tanhf(0.7978845608f * (v.y + 0.044715f * v.y * v.y * v.y)));
        out[i] = __float22half2_rn(v);
    }
}
