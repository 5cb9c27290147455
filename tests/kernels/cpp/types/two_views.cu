// The dynamic shared memory is used as int and as float, one after the other.
//% verdict: safe
#include <cuda_runtime.h>

__global__ void twoViews(const int *in, float *out) {
    extern __shared__ int si[];
    float *sf = (float *)si;
    si[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int neighbour = si[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    sf[threadIdx.x] = neighbour * 0.5f;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sf[threadIdx.x];
}
