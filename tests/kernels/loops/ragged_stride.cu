// A grid-stride loop over any number of elements: threads leave the loop at different times, and one
// that has left keeps its `i`.
//% verdict: verified

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * in[j];
__global__ void twice(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i < n -> i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant n <= i -> n <= loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> out[j] == 2 * in[j];
        out[i] = 2 * in[i];
    }
}
