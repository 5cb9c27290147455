// The barrier stands under a condition of the launch; when it is false, nothing separates write and read.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void conditional(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n; //~ error: race
    if (n > 0) __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
