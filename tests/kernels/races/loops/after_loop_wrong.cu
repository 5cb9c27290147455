// What the last iteration writes behind its barrier is read after the loop.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 1 <= n;
__global__ void afterLoop(int *a, int n) {
    __shared__ int s[256];
    for (int k = 0; k < n; k++) {
        __syncthreads();
        s[threadIdx.x] = k; //~ error: race
    }
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
