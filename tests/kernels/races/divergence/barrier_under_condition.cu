// Under the condition that guards the barrier, the read is behind it.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void conditional(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n;
    if (n > 0) {
        __syncthreads();
        a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    }
}
