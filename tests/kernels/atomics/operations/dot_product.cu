// A scalar product: each thread adds its term to the result.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures *result == \old(*result) + sum(k, a[k] * b[k], 0, n - 1);
__global__ void dot(const int *a, const int *b, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(result, a[i] * b[i]);
}
