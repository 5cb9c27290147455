// The up-sweep of a work-efficient scan.
//% verdict: safe

//@ requires blockDim.x <= 128 && \is_pow2(blockDim.x) && gridDim.x == 1;
__global__ void upSweep(int *a) {
    __shared__ int x[256];
    int t = threadIdx.x;
    int offset = 1;
    x[2 * t] = a[2 * t];
    x[2 * t + 1] = a[2 * t + 1];
    for (int d = blockDim.x; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            if (right < 256) x[right] += x[left];
        }
        offset *= 2;
    }
}
