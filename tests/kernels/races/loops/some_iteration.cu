// The loop with the barrier has at least one iteration.
//% verdict: safe

//@ requires blockDim.x <= 256 && 1 <= n;
__global__ void someIteration(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n;
    for (int k = 0; k < n; k++) {
        __syncthreads();
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
