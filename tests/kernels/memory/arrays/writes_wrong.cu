// An array that `writes` does not list, and a cell behind the end of its range.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ writes out[0..n - 1];
__global__ void clear(int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0;
    if (i == n) out[i] = 1; //~ error: ensures
    if (i == 0) count[0] = n; //~ error: ensures
}
