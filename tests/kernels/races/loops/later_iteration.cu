// The same with a barrier between the rows.
//% verdict: safe

//@ requires gridDim.x == 1 && 2 <= n;
__global__ void rows(int *a, int n) {
    for (int k = 1; k < n; k++) {
        int left = a[(k - 1) * blockDim.x + (threadIdx.x + 1) % blockDim.x];
        a[k * blockDim.x + threadIdx.x] = left;
        __syncthreads();
    }
}
