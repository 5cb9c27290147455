// The last element is left out.
//% verdict: not-verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall u. bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1); //~ error: ensures
__global__ void histogram(const int *in, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        atomicAdd(&bins[in[i]], 1);
}
