// A histogram in global memory: the threads of the grid stride over the input, and an atomic operation counts each element. The loop
// needs no invariant: what its atomics add in all iterations together is known.
//
// Proved: for every length, number of bins and launch, each bin grows by the number of its elements.
//
//% verdict: verified

//@ requires 0 <= n <= \length(in) && \forall k. 0 <= k < n -> 0 <= in[k] < \length(bins);
//@ ensures \forall u. 0 <= u < \length(bins) -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n; i += blockDim.x * gridDim.x) {
        atomicAdd(&bins[in[i]], 1);
    }
}
