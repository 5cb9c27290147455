// A pointer to the start of a row, and one to a single element.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols;
//@ requires \length(A) == rows * cols && \length(out) == rows;
//@ ensures \forall r. 0 <= r < rows -> out[r] == A[r * cols] + A[r * cols + cols - 1];
__global__ void ends(const float *A, float *out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *row = A + r * cols;
    const float *last = &row[cols - 1];
    float *cell = &out[r];
    *cell = row[0];
    *cell += *last;
}
