// A device function that returns a value from inside its loop; why and with which value is known without an invariant.
//% verdict: verified

__device__ int find(const int *values, int count, int key) {
    for (int k = 0; k < count; k++) {
        //@ invariant 0 <= k <= count;
        //@ invariant \forall q. 0 <= q < k -> values[q] != key;
        if (values[k] == key) return k;
    }
    return -1;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < cols && (at[r] == -1 || k < at[r]) -> a[r * cols + k] != key;
//@ ensures \forall r. 0 <= r < rows -> -1 <= at[r] < cols && (0 <= at[r] -> a[r * cols + at[r]] == key);
__global__ void findAll(const int *a, int key, int *at, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    at[r] = find(a + r * cols, cols, key);
}
