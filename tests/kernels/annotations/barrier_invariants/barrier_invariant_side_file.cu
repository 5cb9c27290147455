// The barrier invariant stands in a side file.
//% verdict: safe
//% options: --spec barrier_invariant_side_file.spec

__global__ void invert(const int *next, int *from, int n) {
    __shared__ int entry[1024];
    int t = threadIdx.x;
    entry[t] = next[t];
    __syncthreads();
    from[entry[t]] = t;
}
