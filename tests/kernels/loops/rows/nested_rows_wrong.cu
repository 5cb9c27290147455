// The partial sum is set to zero only once, before the outer loop.
//% verdict: refuted

//@ ghost int m;
//@ requires gridDim.x == 1 && rows == m * blockDim.x && 0 <= cols;
//@ ensures \forall j. 0 <= j < rows -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols - 1);
//~^ error: ensures
__global__ void matVecRows(const float *A, const float *x, float *y, int rows, int cols) {
    float dot = 0;
    for (int r = threadIdx.x; r < rows; r += blockDim.x) {
        //@ invariant r == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * blockDim.x -> y[j] == sum(k, A[j * cols + k] * x[k], 0, cols - 1);
        //~^ error: invariant-preserved
        for (int k = 0; k < cols; ++k) {
            //@ invariant 0 <= k <= cols;
            //@ invariant dot == sum(q, A[r * cols + q] * x[q], 0, k - 1);
            //~^ error: invariant-entry
            dot = dot + A[r * cols + k] * x[k];
        }
        y[r] = dot;
    }
}
