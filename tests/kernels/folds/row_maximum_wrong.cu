// A start that is no element: right for rows with a positive element only.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(a);
//@ ensures \forall r. 0 <= r < rows -> best[r] == max_over(k, a[r * cols + k], 0, cols - 1); //~ error: ensures
//@ ensures \forall r, q. 0 <= r < rows && 0 <= q < cols -> a[r * cols + q] <= best[r];
__global__ void rowMaximum(const float *a, float *best, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float largest = 0.0f;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols;
        //@ invariant k > 0 -> largest == max_over(q, a[r * cols + q], 0, k - 1); //~ error: invariant-preserved
        if (a[r * cols + k] > largest) largest = a[r * cols + k];
    }
    best[r] = largest;
}
