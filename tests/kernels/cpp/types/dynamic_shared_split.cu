// One dynamic array split into two by a pointer.
//% verdict: safe
#include <cuda_runtime.h>

//@ requires n == blockDim.x;
__global__ void split(const float *a, const float *b, float *c, int n) {
    extern __shared__ float s[];
    float *sA = s;
    float *sB = sA + n;
    sA[threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
    sB[threadIdx.x] = b[blockIdx.x * n + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++) sum += sA[i] * sB[n - 1 - i];
    c[blockIdx.x * n + threadIdx.x] = sum;
}
