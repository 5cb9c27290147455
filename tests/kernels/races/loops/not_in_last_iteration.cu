// The last iteration writes nothing, and a barrier follows on all others.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 2 <= n;
__global__ void afterLoop(int *a, int n) {
    __shared__ int s[256];
    for (int k = 0; k < n; k++) {
        __syncthreads();
        if (k < n - 1) s[threadIdx.x] = k;
    }
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
