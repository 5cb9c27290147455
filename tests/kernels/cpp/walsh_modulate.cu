// The modulation step of a Walsh transform, and its basic iteration outside of shared memory.
//% verdict: verified
//% known of fwtBatch2Kernel: unknown -- masks with a power of two that is no constant
//% known races: unknown -- the same
#include <cuda_runtime.h>

//@ requires 0 <= N;
__global__ void modulateKernel(float *d_A, float *d_B, int N) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int numThreads = blockDim.x * gridDim.x;
    float rcpN = 1.0f / (float)(N + 1);
    for (int pos = tid; pos < N; pos += numThreads) d_A[pos] *= d_B[pos] * rcpN;
}

//@ requires \is_pow2(stride) && blockDim.x * gridDim.x == 2048;
__global__ void fwtBatch2Kernel(float *d_Output, float *d_Input, int stride) {
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = pos & (stride - 1);
    int i0 = ((pos - lo) << 2) + lo;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    float D0 = d_Input[i0];
    float D1 = d_Input[i1];
    float D2 = d_Input[i2];
    float D3 = d_Input[i3];
    float T;
    T = D0;
    D0 = D0 + D2;
    D2 = T - D2;
    T = D1;
    D1 = D1 + D3;
    D3 = T - D3;
    T = D0;
    d_Output[i0] = D0 + D1;
    d_Output[i1] = T - D1;
    T = D2;
    d_Output[i2] = D2 + D3;
    d_Output[i3] = T - D3;
}
