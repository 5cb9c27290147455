// The modulation step of a Walsh transform.
//% verdict: safe
#include <cuda_runtime.h>

//@ requires 0 <= N;
__global__ void modulateKernel(float *d_A, float *d_B, int N) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int numThreads = blockDim.x * gridDim.x;
    float rcpN = 1.0f / (float)(N + 1);
    for (int pos = tid; pos < N; pos += numThreads) d_A[pos] *= d_B[pos] * rcpN;
}
