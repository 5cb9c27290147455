// Matrix-vector product by one block, each thread taking several rows: two nested loops. What
// holds in the inner one speaks of the count of the outer one, too.
//% verdict: verified

//@ ghost int m;
//@ requires gridDim.x == 1 && rows == m * blockDim.x && 0 <= cols;
//@ ensures \forall j. 0 <= j < rows -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols - 1);
__global__ void matVecRows(const float *A, const float *x, float *y, int rows, int cols) {
    for (int r = threadIdx.x; r < rows; r += blockDim.x) {
        //@ invariant r == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * blockDim.x -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols - 1);
        float dot = 0;
        for (int k = 0; k < cols; ++k) {
            //@ invariant k == loop_count && k <= cols;
            //@ invariant r == loop_count_2 * blockDim.x + threadIdx.x;
            //@ invariant dot == sum(q, A[r * cols + q] * x[q], 0, k - 1);
            dot = dot + A[r * cols + k] * x[k];
        }
        y[r] = dot;
    }
}
