// The contract and the invariants stand in a file of their own.
//% verdict: verified
//% options: --spec side_file.spec

__global__ void matVec(const float *A, const float *x, float *y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float dot = 0.0f;
        for (int k = 0; k < cols; k++) {
            dot += A[row * cols + k] * x[k];
        }
        y[row] = dot;
    }
}
