// The function returns the place behind the match.
//% verdict: refuted

__device__ int find(const int *values, int count, int key) {
    for (int k = 0; k < count; k++) {
        //@ invariant 0 <= k <= count;
        //@ invariant \forall q. 0 <= q < k -> values[q] != key;
        if (values[k] == key) return k + 1;
    }
    return -1;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r. 0 <= r < rows -> -1 <= at[r] && (0 <= at[r] < cols -> a[r * cols + at[r]] == key);
//~^ error: ensures
__global__ void findAll(const int *a, int key, int *at, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    at[r] = find(a + r * cols, cols, key);
}
