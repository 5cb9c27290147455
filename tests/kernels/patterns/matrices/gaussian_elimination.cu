// One step of Gaussian elimination: the rows below the pivot.
//% races: race-free

//@ requires 0 <= t && t < size;
__global__ void fan2(const float *m, float *a, float *b, int size, int t) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= size - 1 - t) return;
    if (col >= size - t) return;
    a[size * (row + 1 + t) + (col + t)] -= m[size * (row + 1 + t) + t] * a[size * t + (col + t)];
    if (col == 0) b[row + 1 + t] -= m[size * (row + 1 + t) + t] * b[t];
}
