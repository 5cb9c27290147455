// Each block reverses its own stretch of the array, in place, through shared memory.
//
// Proved: for every block size up to 256 and every number of blocks, each stretch is reversed, the
// barrier is reached by all threads of a block, and no access leaves the shared array or `data`.
//
//% verdict: verified

#define MAX_BLOCK 256

//@ requires blockDim.x <= MAX_BLOCK && \length(data) == blockDim.x * gridDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     data[b * blockDim.x + j] == \old(data[b * blockDim.x + (blockDim.x - 1 - j)]);
__global__ void reverseBlocks(int *data) {
    __shared__ int stretch[MAX_BLOCK];
    int t = threadIdx.x;
    int at = blockIdx.x * blockDim.x + t;
    stretch[t] = data[at];
    __syncthreads();
    data[at] = stretch[blockDim.x - 1 - t];
}
