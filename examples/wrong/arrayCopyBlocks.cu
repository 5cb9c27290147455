// Array copy by all threads of all blocks, with a contract that promises one element too many.
//
// Found: `b[len]` is not a copy of `a[len]`; the range of the `ensures` must end before `len`.
//
//% verdict: refuted

//@ ghost int m;
//@ requires 0 <= m && len == m * blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j <= len -> b[j] == a[j];
//~^ error: ensures
__global__ void arrayCopyBlocks(const int *a, int *b, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < len) {
        //@ invariant i == (loop_count * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * gridDim.x * blockDim.x -> b[j] == a[j];
        b[i] = a[i];
        i += blockDim.x * gridDim.x;
    }
}
