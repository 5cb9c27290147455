// Each thread reads the cell that its counterpart in the next block writes.
//% verdict: not-verified

__global__ void nextBlock(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = a[i + blockDim.x]; //~ error: race
    __syncthreads();
    a[i] = next;
}
