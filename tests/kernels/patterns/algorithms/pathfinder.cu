// A dynamic program row by row; the border shrinks in each step.
//% races: race-free

#define BLOCK 64

//@ requires blockDim.x == BLOCK;
__global__ void dynproc(int iteration, const int *wall, const int *src, int *dst, int cols, int border) {
    __shared__ int prev[BLOCK];
    __shared__ int result[BLOCK];
    int tx = threadIdx.x;
    int small = BLOCK - iteration * 2;
    int xidx = small * blockIdx.x - border + tx;
    bool inside = 0 <= xidx && xidx < cols;
    if (inside) prev[tx] = src[xidx];
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= BLOCK - i - 2 && inside) {
            computed = true;
            int shortest = min(prev[tx - 1], min(prev[tx], prev[tx + 1]));
            result[tx] = shortest + wall[cols * i + xidx];
        }
        __syncthreads();
        if (i == iteration - 1) break;
        if (computed) prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed && tx >= iteration && tx < BLOCK - iteration) dst[xidx] = result[tx];
}
