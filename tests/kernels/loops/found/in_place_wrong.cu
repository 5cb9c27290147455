// What trees and scans in global memory are not.
//% verdict: not-verified

// Blocks of three elements lose the last one.
//@ requires \length(a) == blockDim.x && gridDim.x == 1;
//@ ensures a[0] == sum(i, \old(a[i]), 0, blockDim.x - 1); //~ error: ensures
__global__ void anySize(int *a) {
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) a[threadIdx.x] += a[threadIdx.x + h];
        __syncthreads();
    }
}

// All blocks work in one part.
//@ requires \is_pow2(blockDim.x) && \length(a) == blockDim.x * gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> //~ error: ensures
//@     a[b * blockDim.x] == sum(i, \old(a[b * blockDim.x + i]), 0, blockDim.x - 1);
__global__ void onePart(int *a) {
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) a[threadIdx.x] += a[threadIdx.x + h]; //~ error: race
        __syncthreads();
    }
}

// The last step is missing.
//@ requires \is_pow2(blockDim.x) && \length(a) == blockDim.x * gridDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(i, a[b * blockDim.x + i], 0, blockDim.x - 1); //~ error: ensures
__global__ void tooShort(const int *a, int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int m = blockDim.x; m > 2; m /= 2) {
        if (threadIdx.x < m / 2) s[threadIdx.x] += s[threadIdx.x + m / 2];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
