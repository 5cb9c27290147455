// How often each digit occurs in a block's keys: the first step of a radix sort.
//% verdict: safe

//@ requires n <= \length(keys) && 16 * gridDim.x <= \length(counts) && 16 <= blockDim.x;
__global__ void digits(const unsigned *keys, int *counts, int shift, int n) {
    __shared__ int s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && 0 <= shift && shift < 32)
        atomicAdd(&s[(keys[i] >> shift) & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[blockIdx.x * 16 + threadIdx.x] = s[threadIdx.x];
}
