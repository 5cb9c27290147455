// Whichever branch the block takes, it passes a barrier.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void branches(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n;
    if (n > blockIdx.x) {
        __syncthreads();
    } else {
        s[threadIdx.x] = 0;
        __syncthreads();
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
