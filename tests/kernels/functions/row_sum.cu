// A device function with a loop and its invariants, called with a pointer into an array.
//% verdict: verified

__device__ float total(const float *values, int count) {
    float acc = 0;
    for (int k = 0; k < count; k++) {
        //@ invariant 0 <= k <= count;
        //@ invariant acc == sum(q, values[q], 0, k - 1);
        acc += values[k];
    }
    return acc;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, A[r * cols + k], 0, cols - 1);
__global__ void rowSums(const float *A, float *out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) out[r] = total(A + r * cols, cols);
}
