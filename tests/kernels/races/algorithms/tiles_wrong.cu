// Without the second barrier a round's reads meet the next round's writes, and nothing else meets.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void tiles(const int *a, int *out, int rounds) {
    __shared__ int s[256];
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        s[threadIdx.x] = a[k * blockDim.x + threadIdx.x]; //~ error: race
        __syncthreads();
        sum += s[blockDim.x - 1 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
