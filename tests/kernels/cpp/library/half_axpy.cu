// axpy on half and half2.
//% verdict: safe
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void haxpy(half a, const half *x, half *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hadd(__hmul(a, x[i]), y[i]);
}

__global__ void haxpy2(float a, const half2 *x, half2 *y, int n) {
    int start = threadIdx.x + blockDim.x * blockIdx.x;
    half2 a2 = __float2half2_rn(a);
    for (int i = start; i < n; i += gridDim.x * blockDim.x) y[i] = __hfma2(a2, x[i], y[i]);
}

__global__ void toFloat(const half *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __half2float(x[i]);
}
