// The rows are taken to lie `rows` apart.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols;
//@ ensures \forall r. 0 <= r < rows -> out[r] == A[r * cols] + A[r * cols + cols - 1];
//~^ error: ensures
__global__ void ends(const float *A, float *out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *row = A + r * rows;
    out[r] = row[0] + row[cols - 1];
}
