// Within an iteration nobody meets; the read of one iteration meets the write of the iteration before.
//% verdict: not-verified

//@ requires gridDim.x == 1 && 2 <= n;
__global__ void rows(int *a, int n) {
    for (int k = 1; k < n; k++) {
        int left = a[(k - 1) * blockDim.x + (threadIdx.x + 1) % blockDim.x]; //~ error: race
        a[k * blockDim.x + threadIdx.x] = left;
    }
}
