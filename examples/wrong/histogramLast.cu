// A histogram that leaves out the last element.
//
//% verdict: not-verified

//@ requires 0 <= n <= \length(in) && \forall k. 0 <= k < n -> 0 <= in[k] < \length(bins);
//@ ensures \forall u. 0 <= u < \length(bins) -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
//~^ error: ensures
__global__ void histogram(const int *in, int *bins, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n - 1; i += blockDim.x * gridDim.x) {
        atomicAdd(&bins[in[i]], 1);
    }
}
