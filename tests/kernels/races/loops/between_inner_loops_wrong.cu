// The last step of the inner loop reads, the first step of its next run writes: only these two meet.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 1 <= m;
__global__ void nested(int *a, int n, int m) {
    __shared__ int s[256];
    int sum = 0;
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < m; j++) {
            if (j == 0) s[threadIdx.x] = k; //~ error: race
            __syncthreads();
            if (j == m - 1) sum += s[blockDim.x - 1 - threadIdx.x];
        }
    }
    a[threadIdx.x] = sum;
}
