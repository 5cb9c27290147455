// The first cell of a block is behind the last one of the block before.
//% races: racy

__global__ void f(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i + 1] = 1; //~ error: race
    if (threadIdx.x == 0) a[i] = 0; //~ error: race
}
