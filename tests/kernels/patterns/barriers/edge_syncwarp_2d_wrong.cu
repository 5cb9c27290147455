// Rows of half a warp, exchanged with the next row.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x == 16 && blockDim.y == 4;
__global__ void f(int *a) {
    __shared__ int s[4][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x; //~ error: race
    __syncwarp();
    a[y * 16 + x] = s[(y + 1) % 4][x]; //~ error: race
}
