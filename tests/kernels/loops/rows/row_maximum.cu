// The largest element of each row, said with quantifiers: no element is larger, and one is equal.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols -> a[r * cols + k] <= best[r];
//@ ensures \forall r. 0 <= r < rows -> \exists k. 0 <= k < cols && best[r] == a[r * cols + k];
__global__ void rowMaximum(const int *a, int *best, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int largest = a[r * cols];
    for (int k = 1; k < cols; k++) {
        //@ invariant 1 <= k <= cols;
        //@ invariant \forall q. 0 <= q < k -> a[r * cols + q] <= largest;
        //@ invariant \exists q. 0 <= q < k && largest == a[r * cols + q];
        if (a[r * cols + k] > largest) largest = a[r * cols + k];
    }
    best[r] = largest;
}
