// Each block reverses its own stretch of the array, off by one: the counterpart of element `t` is
// taken to be `blockDim.x - t`.
//
// Found: thread 0 of any block reads a cell of the shared array that nobody has written, and in a
// block of 256 threads one behind its end.
//
//% verdict: refuted

#define MAX_BLOCK 256

//@ requires blockDim.x <= MAX_BLOCK && \length(data) == blockDim.x * gridDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> data[b * blockDim.x + j] == \old(data[b * blockDim.x + (blockDim.x - 1 - j)]);
//~^ error: ensures
__global__ void reverseBlocks(int *data) {
    __shared__ int stretch[MAX_BLOCK];
    int t = threadIdx.x;
    int at = blockIdx.x * blockDim.x + t;
    stretch[t] = data[at];
    __syncthreads();
    data[at] = stretch[blockDim.x - t]; //~ error: bounds
}
