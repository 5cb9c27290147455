// The bins are counted in before all of them are cleared.
//% verdict: not-verified

__global__ void histogram(const int *in, int *bins, int n) {
    __shared__ int s[64];
    if (threadIdx.x < 64)
        s[threadIdx.x] = 0; //~ error: race
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&s[in[i] & 63], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
