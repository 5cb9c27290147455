// Written for launches in one dimension: rows of threads, and rows of blocks, write to the same cells.
//% races: racy
//% suggested: gridDim.y == 1 && blockDim.y == 1

__global__ void fillRow(int *a, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = value + threadIdx.y + blockIdx.y; //~ error: race
}
