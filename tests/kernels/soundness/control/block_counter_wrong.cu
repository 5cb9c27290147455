// A value that is the same within a block, but not in all blocks.
//% verdict: refuted

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == out[0];
//~^ error: ensures
__global__ void counters(int *out) {
    int k = 0;
    int limit = blockIdx.x;
    while (k < limit) {
        //@ invariant 0 <= k;
        k++;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
