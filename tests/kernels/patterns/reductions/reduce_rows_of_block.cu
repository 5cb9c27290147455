// Each row of a two-dimensional block reduces its own row of shared memory.
//% races: race-free

//@ requires blockDim.x == 16 && blockDim.y <= 16;
__global__ void rowMax(const int *in, int *out, int cols) {
    __shared__ int s[16][16];
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    int best = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) best = max(best, in[row * cols + c]);
    s[threadIdx.y][threadIdx.x] = best;
    __syncthreads();
    for (int d = 8; d > 0; d >>= 1) {
        if (threadIdx.x < d) {
            s[threadIdx.y][threadIdx.x] = max(s[threadIdx.y][threadIdx.x], s[threadIdx.y][threadIdx.x + d]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[row] = s[threadIdx.y][0];
}
