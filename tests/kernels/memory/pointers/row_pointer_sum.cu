// A row summed through a pointer to its start.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, A[r * cols + k], 0, cols - 1);
__global__ void rowSums(const float *__restrict__ A, float *__restrict__ out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        const float *row = A + r * cols;
        float total = 0;
        for (int k = 0; k < cols; k++) {
            //@ invariant 0 <= k <= cols;
            //@ invariant total == sum(q, A[r * cols + q], 0, k - 1);
            total += row[k];
        }
        out[r] = total;
    }
}
