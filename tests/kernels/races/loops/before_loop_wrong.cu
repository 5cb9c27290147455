// What is written before the loop is read in its first iteration, in front of the barrier.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void beforeLoop(int *a, int n) {
    __shared__ int s[256];
    int sum = 0;
    s[threadIdx.x] = n; //~ error: race
    for (int k = 0; k < n; k++) {
        sum += s[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
    a[threadIdx.x] = sum;
}
