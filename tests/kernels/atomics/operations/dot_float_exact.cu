// Bit for bit the order of the additions matters: nobody can say what comes out.
//% verdict: not-verified
//% options: --float exact

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures *result == \old(*result) + sum(k, a[k] * b[k], 0, n - 1); //~ error: ensures
__global__ void dot(const float *a, const float *b, float *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(result, a[i] * b[i]);
}
