// Rounds take two buffers in turn, so one barrier a round is enough.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void tiles(const int *a, int *out, int rounds) {
    __shared__ int s[2][256];
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        s[k % 2][threadIdx.x] = a[k * blockDim.x + threadIdx.x];
        __syncthreads();
        sum += s[k % 2][blockDim.x - 1 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
