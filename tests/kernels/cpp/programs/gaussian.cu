// Gaussian elimination as Rodinia has it: two kernels, multipliers and update.
//% verdict: safe
#include <cuda_runtime.h>

//@ requires 0 <= t < Size;
//@ requires \forall i. 0 <= i < Size * Size -> a_cuda[i] != 0;
__global__ void Fan1(float *m_cuda, const float *a_cuda, int Size, int t) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    *(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
        *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a_cuda + Size * t + t);
}
