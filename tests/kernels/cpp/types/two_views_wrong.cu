// The barrier between the two uses is missing: a float is written over an int that another thread still reads.
//% verdict: not-verified
#include <cuda_runtime.h>

//@ requires blockDim.x <= 16;
__global__ void twoViews(const int *in, float *out) {
    extern __shared__ int si[];
    float *sf = (float *)si;
    si[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int neighbour = si[blockDim.x - 1 - threadIdx.x]; //~ error: race
    sf[threadIdx.x] = neighbour * 0.5f;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sf[threadIdx.x];
}
