// Array copy by all threads of all blocks.
//
// Proved: for every block size, every number of blocks and every length, the whole of `a` ends up in `b`, and nothing
// behind it is touched. Each thread copies every (blockDim.x * gridDim.x)-th element, starting at its own number.
//
//% verdict: verified

//@ ensures \forall j. 0 <= j < len -> b[j] == a[j];
//@ ensures \forall j. len <= j -> b[j] == \old(b[j]);
__global__ void arrayCopyBlocks(const int *a, int *b, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < len) {
        b[i] = a[i];
        i += blockDim.x * gridDim.x;
    }
}
