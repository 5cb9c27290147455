// As warp_rows.cu, but nothing keeps the lanes that store the next row's sums from the one that still reads this row's.
//
//% races: racy

//@ requires blockDim.x == 128;
__global__ void neighbours(int rows, const float *value, float *y)
{
    __shared__ float part[4][32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += gridDim.x * blockDim.x / 32) {
        part[warp][lane] = value[row * 32 + lane]; //~ error: race
        __syncwarp();
        float next = part[warp][(lane + 1) % 32];
        y[row * 32 + lane] = next;
    }
}
