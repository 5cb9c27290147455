// Recursive device functions are not inlined.
//% verdict: unsupported

__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

__global__ void factorials(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = factorial(i);
}
