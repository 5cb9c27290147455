// The barrier does not hold the next block.
//% races: racy

__global__ void shiftLeft(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = 0;
    if (i + 1 < n) next = a[i + 1]; //~ error: race
    __syncthreads();
    if (i < n) a[i] = next;
}
