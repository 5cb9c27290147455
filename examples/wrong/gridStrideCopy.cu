// A grid-stride copy that stops one element early.
//
// Found: the last element is never copied.
//
//% verdict: refuted

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
//~^ error: ensures
__global__ void gridStrideCopy(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += blockDim.x * gridDim.x) {
        //@ invariant i < n -> i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //~^ error: invariant-preserved
        //@ invariant n <= i -> n <= loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> out[j] == in[j];
        //~^ error: invariant-preserved
        out[i] = in[i];
    }
}
