// Array copy by all threads of all blocks.
//
// Proved: for every block size, every number of blocks and every length that is a multiple of the
// number of threads, the whole of `a` ends up in `b`, and nothing behind it is touched.
// Each thread copies every (blockDim.x * gridDim.x)-th element, starting at its own number.
//
//% verdict: verified

//@ ghost int m;
//@ requires 0 <= m && len == m * blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < len -> b[j] == a[j];
//@ ensures \forall j. len <= j -> b[j] == \old(b[j]);
__global__ void arrayCopyBlocks(const int *a, int *b, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < len) {
        //@ invariant i == (loop_count * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * gridDim.x * blockDim.x -> b[j] == a[j];
        //@ invariant \forall j. len <= j -> b[j] == \old(b[j]);
        b[i] = a[i];
        i += blockDim.x * gridDim.x;
    }
}
