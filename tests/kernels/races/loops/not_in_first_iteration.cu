// The first iteration reads nothing of the others', and later ones are behind its barrier.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void beforeLoop(int *a, int n) {
    __shared__ int s[256];
    int sum = 0;
    s[threadIdx.x] = n;
    for (int k = 0; k < n; k++) {
        if (k > 0) sum += s[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
    a[threadIdx.x] = sum;
}
