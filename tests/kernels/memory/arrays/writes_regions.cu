// Several regions: a whole array, a single cell, a row of a matrix, and a range that the writer's block decides. What
// is private to the block is no concern of `writes`, and a parameter means what it was at entry.
//% verdict: safe
//% options: --assume race-freedom

//@ requires 0 <= n && gridDim.x == 1 && 0 <= row < 8 && blockDim.x <= 16;
//@ writes out, total[0];
//@ writes matrix[row][0..15];
//@ writes tail[n..n + blockDim.x - 1];
__global__ void regions(int *out, int *total, int (*matrix)[16], int *tail, int row, int n) {
    __shared__ int scratch[16];
    scratch[threadIdx.x] = threadIdx.x;
    out[n + threadIdx.x] = 1;
    if (threadIdx.x == 0) total[0] = n;
    matrix[row][threadIdx.x] = scratch[threadIdx.x];
    tail[n + threadIdx.x] = 2;
    n = 0;
    if (threadIdx.x == 0) out[n - 1] = 3;
}
