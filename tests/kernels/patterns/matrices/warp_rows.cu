// Each warp takes one row after another: its lanes add up the row's products in strides and combine them in shared memory, a
// row for each warp. A block of whole warps has its warps at different rows in different iterations; only the lanes of one
// warp meet, between one __syncwarp and the next, and the last one keeps the next row's sums from this one's.
//
//% races: race-free

//@ requires blockDim.x == 128;
__global__ void row_sums(int rows, const int *first, const int *column, const float *value, const float *x, float *y)
{
    __shared__ float part[4][32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += gridDim.x * blockDim.x / 32) {
        float sum = 0;
        for (int j = first[row] + lane; j < first[row + 1]; j += 32) sum += value[j] * x[column[j]];
        part[warp][lane] = sum;
        __syncwarp();
        for (int offset = 16; offset > 0; offset >>= 1) {
            if (lane < offset) part[warp][lane] += part[warp][lane + offset];
            __syncwarp();
        }
        if (lane == 0) y[row] = part[warp][0];
        __syncwarp();
    }
}
