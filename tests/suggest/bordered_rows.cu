// Rows with a border of one element at both ends.
//% offers: requires width + 2 >= blockDim.x * gridDim.x;
//% offers: requires \length(grid) >= (width + 2) * (blockDim.y * gridDim.y) + 1;
//% offers: writes grid;
//% verdict: safe
__global__ void clear(int *grid, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    grid[y * (width + 2) + x + 1] = 0;
}
