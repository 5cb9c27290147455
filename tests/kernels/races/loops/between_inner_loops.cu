// A barrier between two runs of the inner loop.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 1 <= m;
__global__ void nested(int *a, int n, int m) {
    __shared__ int s[256];
    int sum = 0;
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < m; j++) {
            if (j == 0) s[threadIdx.x] = k;
            __syncthreads();
            if (j == m - 1) sum += s[blockDim.x - 1 - threadIdx.x];
        }
        __syncthreads();
    }
    a[threadIdx.x] = sum;
}
