// A device function that returns from inside its loop, before it has written to its cell.
//% verdict: verified

__device__ void markIfAbsent(const int *values, int count, int key, int *mark) {
    for (int k = 0; k < count; k++) {
        //@ invariant 0 <= k <= count;
        //@ invariant \forall q. 0 <= q < k -> values[q] != key;
        if (values[k] == key) return;
    }
    *mark = 1;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ requires \forall r. 0 <= r < rows -> absent[r] == 0;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols && absent[r] == 1 -> a[r * cols + k] != key;
__global__ void markRows(const int *a, int key, int *absent, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    markIfAbsent(a + r * cols, cols, key, &absent[r]);
}
