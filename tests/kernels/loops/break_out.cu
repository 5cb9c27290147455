// An endless loop that each thread leaves by `break`, at its own time.
//% verdict: verified

//@ requires 0 <= n;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j] + 1;
__global__ void increment(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        //@ invariant \active -> i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant !\active -> n <= loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> b[j] == a[j] + 1;
        if (i >= n) break;
        b[i] = a[i] + 1;
        i += blockDim.x * gridDim.x;
    }
}
