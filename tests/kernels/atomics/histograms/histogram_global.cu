// A histogram in global memory, the threads striding over the input.
//% verdict: verified

//@ requires 0 <= n && 0 <= nb && \forall k. 0 <= k < n -> 0 <= in[k] < nb;
//@ ensures \forall u. 0 <= u < nb -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n, int nb) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i < n -> i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant i >= n -> loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x >= n;
        //@ invariant \forall u. 0 <= u < nb -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, \min(n, loop_count * blockDim.x * gridDim.x) - 1);
        atomicAdd(&bins[in[i]], 1);
    }
}
