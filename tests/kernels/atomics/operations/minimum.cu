// The minimum of an array, by atomics: below all elements, and one of them.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall k. 0 <= k < n -> best[0] <= in[k];
//@ ensures best[0] <= \old(best[0]);
//@ ensures best[0] == \old(best[0]) || \exists k. 0 <= k < n && best[0] == in[k];
__global__ void minimum(const int *in, int *best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(best, in[i]);
}
