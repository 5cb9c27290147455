// The counters are cleared while others count already.
//% verdict: not-verified

//@ requires n <= \length(keys) && 16 * gridDim.x <= \length(counts) && 16 <= blockDim.x;
__global__ void digits(const unsigned *keys, int *counts, int n) {
    __shared__ int s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0; //~ error: race
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&s[keys[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[blockIdx.x * 16 + threadIdx.x] = s[threadIdx.x];
}
