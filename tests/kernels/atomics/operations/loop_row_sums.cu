// A block a row: its threads stride over the row, and each adds what it comes by to the block's sum.
//% verdict: verified

//@ requires 0 <= cols && 0 <= rows <= gridDim.x;
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, in[r * cols + k], 0, cols - 1);
__global__ void rowSums(const int *in, int *out, int rows, int cols) {
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        if (blockIdx.x < rows)
            atomicAdd(&sum, in[blockIdx.x * cols + c]);
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x < rows)
        out[blockIdx.x] = sum;
}
