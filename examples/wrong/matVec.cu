// Matrix-vector product with a contract whose sum has one product too many: both ends of `sum` count.
//
// Found: with one row and no column at all, `y[0]` is 0 but the contract asks for `A[0] * x[0]`.
//
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ requires \length(y) == rows;
//@ ensures \forall j. 0 <= j < rows -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols);
//~^ error: ensures
__global__ void matVec(const float *A, const float *x, float *y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float dot = 0.0f;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols;
        //@ invariant dot == sum(q, A[row * cols + q] * x[q], 0, k - 1);
        dot += A[row * cols + k] * x[k];
    }
    y[row] = dot;
}
