// atomicMax where the minimum is wanted.
//% verdict: not-verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall k. 0 <= k < n -> best[0] <= in[k]; //~ error: ensures
__global__ void minimum(const int *in, int *best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(best, in[i]);
}
