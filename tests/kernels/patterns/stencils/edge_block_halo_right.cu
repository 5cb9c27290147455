// Blocks with one cell between them.
//% races: race-free

__global__ void f(int *a) {
    int i = blockIdx.x * (blockDim.x + 2) + threadIdx.x;
    a[i + 1] = 1;
    if (threadIdx.x == 0) a[i] = 0;
}
