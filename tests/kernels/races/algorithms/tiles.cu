// A tile is filled and used in each round; barriers before and after its use.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void tiles(const int *a, int *out, int rounds) {
    __shared__ int s[256];
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        s[threadIdx.x] = a[k * blockDim.x + threadIdx.x];
        __syncthreads();
        sum += s[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
