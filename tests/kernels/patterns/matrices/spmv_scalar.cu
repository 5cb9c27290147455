// Sparse matrix times vector, a row for each thread.
//% races: race-free

__global__ void spmv(int rows, const int *ptr, const int *idx, const float *val, const float *x, float *y) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        float dot = 0;
        int end = ptr[row + 1];
        for (int j = ptr[row]; j < end; j++) dot += val[j] * x[idx[j]];
        y[row] += dot;
    }
}
