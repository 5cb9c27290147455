// A grid-stride loop with a 64-bit counter, over any number of elements.
//% verdict: verified

//@ requires 0 <= n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == j;
__global__ void iota(long long *y, long long n) {
    long long stride = (long long)blockDim.x * gridDim.x;
    long long first = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (long long i = first; i < n; i += stride) {
        //@ invariant i < n -> i == loop_count * stride + first;
        //@ invariant n <= i -> n <= loop_count * stride + first;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * stride -> y[j] == j;
        y[i] = i;
    }
}
