// A histogram for each block in shared memory, added to the global one: safe for every size.
//% verdict: safe

//@ requires 0 <= nb <= 256 && \forall k. 0 <= k < n -> 0 <= in[k] < nb;
__global__ void histogram(const int *in, int *bins, int n, int nb) {
    __shared__ int s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        s[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&s[in[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < nb; k += blockDim.x)
        atomicAdd(&bins[k], s[k]);
}
