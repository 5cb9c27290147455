// A histogram with one element a thread: each bin grows by the number of its elements.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall u. bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], 1);
}
