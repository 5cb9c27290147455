// Two bins are counted for each element; the contract speaks of one.
//% verdict: not-verified

//@ requires 0 <= n && 0 <= nb && \forall k. 0 <= k < n -> 0 <= in[k] < nb;
//@ ensures \forall u. 0 <= u < nb -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1); //~ error: ensures
__global__ void histogram(const int *in, int *bins, int n, int nb) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        atomicAdd(&bins[in[i]], 1);
        atomicAdd(&bins[(in[i] + 1) % nb], 1);
    }
}
