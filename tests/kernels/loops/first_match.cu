// Each thread searches its row for a key and stops at the first match with `break`.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ requires \length(a) == rows * cols && \length(found) == rows;
//@ ensures \forall r. 0 <= r < rows -> -1 <= found[r] < cols;
//@ ensures \forall r. 0 <= r < rows && 0 <= found[r] -> a[r * cols + found[r]] == key;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols && (found[r] == -1 || k < found[r]) -> a[r * cols + k] != key;
__global__ void firstMatch(const int *a, int key, int *found, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int at = -1;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols && -1 <= at < cols;
        //@ invariant \active -> at == -1;
        //@ invariant !\active && at == -1 -> k == cols;
        //@ invariant at != -1 -> a[r * cols + at] == key;
        //@ invariant \forall q. 0 <= q < k && (at == -1 || q < at) -> a[r * cols + q] != key;
        //@ invariant at != -1 -> at <= k;
        if (a[r * cols + k] == key) {
            at = k;
            break;
        }
    }
    found[r] = at;
}
