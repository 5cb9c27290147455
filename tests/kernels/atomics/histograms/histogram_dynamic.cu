// As many bins as the caller asks for, in dynamic shared memory; counted downwards.
//% verdict: verified

//@ requires 0 <= n && 0 <= nb && \length(own) == nb && \forall k. 0 <= k < n -> 0 <= in[k] < nb;
//@ ensures \forall u. 0 <= u < nb -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n, int nb) {
    extern __shared__ int own[];
    for (int u = threadIdx.x; u < nb; u += blockDim.x)
        own[u] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int u = threadIdx.x; u < nb; u += blockDim.x)
        atomicAdd(&bins[u], own[u]);
}
