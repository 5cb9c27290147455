// The invariant about `i` forgets that a thread which has left the loop keeps its `i`.
//% verdict: unknown

//@ requires 0 <= n;
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * in[j];
__global__ void twice(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //~^ error: invariant-preserved
        //@ invariant \forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> out[j] == 2 * in[j];
        out[i] = 2 * in[i];
    }
}
