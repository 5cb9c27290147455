// The stride forgets the number of blocks: the second round of a block is the first of the next.
//% verdict: not-verified

__global__ void gridStride(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) a[i] = a[i] + 1; //~ error: race
}
