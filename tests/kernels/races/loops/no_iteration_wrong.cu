// The barrier is in a loop that may have no iteration.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void noIteration(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n; //~ error: race
    for (int k = 0; k < n; k++) {
        __syncthreads();
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
