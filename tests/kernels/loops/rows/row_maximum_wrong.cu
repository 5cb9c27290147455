// The comparison is the wrong way round: the smallest element is found.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols -> a[r * cols + k] <= best[r];
//~^ error: ensures
__global__ void rowMaximum(const int *a, int *best, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int largest = a[r * cols];
    for (int k = 1; k < cols; k++) {
        //@ invariant 1 <= k <= cols;
        //@ invariant \forall q. 0 <= q < k -> a[r * cols + q] <= largest;
        //~^ error: invariant-preserved
        if (a[r * cols + k] < largest) largest = a[r * cols + k];
    }
    best[r] = largest;
}
