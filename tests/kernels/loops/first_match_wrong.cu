// Without `break` the last match is found, not the first.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols && (found[r] == -1 || k < found[r]) -> a[r * cols + k] != key;
//~^ error: ensures
__global__ void firstMatch(const int *a, int key, int *found, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int at = -1;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols && -1 <= at < k;
        //@ invariant \forall q. 0 <= q < k && (at == -1 || q < at) -> a[r * cols + q] != key;
        //~^ error: invariant-preserved
        if (a[r * cols + k] == key) at = k;
    }
    found[r] = at;
}
