// One row of a dynamic programme, double buffered in shared memory.
//% verdict: safe
#include <cuda_runtime.h>

#define BLOCK 256
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

//@ requires blockDim.x == BLOCK && 0 <= steps;
__global__ void dynproc(const int *gpuWall, const int *gpuSrc, int *gpuResults, int cols, int steps) {
    __shared__ int prev[BLOCK];
    __shared__ int result[BLOCK];
    int tx = threadIdx.x;
    int xidx = blockIdx.x * blockDim.x + tx;
    prev[tx] = xidx < cols ? gpuSrc[xidx] : 0;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        int left = prev[tx > 0 ? tx - 1 : 0];
        int up = prev[tx];
        int right = prev[tx < BLOCK - 1 ? tx + 1 : BLOCK - 1];
        int shortest = MIN(left, up);
        shortest = MIN(shortest, right);
        if (xidx < cols) result[tx] = shortest + gpuWall[cols * i + xidx];
        __syncthreads();
        if (xidx < cols) prev[tx] = result[tx];
        __syncthreads();
    }
    if (xidx < cols) gpuResults[xidx] = prev[tx];
}
