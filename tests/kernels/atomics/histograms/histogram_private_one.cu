// One element a thread, in one block: counted in shared memory, then added to the result.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n <= blockDim.x && blockDim.x == 256;
//@ requires \forall k. 0 <= k < n -> 0 <= in[k] < 256;
//@ ensures \forall u. 0 <= u < 256 -> bins[u] == \old(bins[u]) + count(k, in[k] == u, 0, n - 1);
__global__ void histogram(const int *in, int *bins, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < n)
        atomicAdd(&s[in[threadIdx.x]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
