// The largest element of each row, as a fold; that no element is larger follows.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(a);
//@ ensures \forall r. 0 <= r < rows -> best[r] == max_over(k, a[r * cols + k], 0, cols - 1);
//@ ensures \forall r, q. 0 <= r < rows && 0 <= q < cols -> a[r * cols + q] <= best[r];
__global__ void rowMaximum(const float *a, float *best, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float largest = a[r * cols];
    for (int k = 1; k < cols; k++) {
        //@ invariant 1 <= k <= cols;
        //@ invariant largest == max_over(q, a[r * cols + q], 0, k - 1);
        if (a[r * cols + k] > largest) largest = a[r * cols + k];
    }
    best[r] = largest;
}
