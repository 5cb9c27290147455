// The row is taken over without waiting for its readers.
//% races: racy

#define BLOCK 8

//@ requires blockDim.x == BLOCK;
__global__ void dynproc(int iteration, const int *wall, const int *src, int *dst, int cols) {
    __shared__ int prev[BLOCK];
    int tx = threadIdx.x;
    int xidx = BLOCK * blockIdx.x + tx;
    prev[tx] = src[xidx];
    __syncthreads();
    for (int i = 0; i < iteration; i++) {
        if (tx >= 1 && tx <= BLOCK - 2) {
            prev[tx] = min(prev[tx - 1], min(prev[tx], prev[tx + 1])) + wall[cols * i + xidx]; //~ error: race
        }
        __syncthreads();
    }
    dst[xidx] = prev[tx];
}
