// An anti-diagonal of Needleman-Wunsch in shared memory.
//% verdict: safe
#include <cuda_runtime.h>

#define BLOCK_SIZE 4

__device__ __host__ int maximum(int a, int b, int c) {
    int k;
    if (a <= b)
        k = b;
    else
        k = a;
    if (k <= c)
        return c;
    else
        return k;
}

//@ requires blockDim.x == BLOCK_SIZE && gridDim.x == 1 && cols > BLOCK_SIZE;
__global__ void needle(const int *reference, int *matrix, int cols, int penalty) {
    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];
    int tx = threadIdx.x;
    if (tx == 0) temp[0][0] = matrix[0];
    for (int ty = 0; ty < BLOCK_SIZE; ty++) ref[ty][tx] = reference[cols * ty + tx];
    temp[tx + 1][0] = matrix[cols * (tx + 1)];
    temp[0][tx + 1] = matrix[tx + 1];
    __syncthreads();
    for (int m = 0; m < BLOCK_SIZE; m++) {
        if (tx <= m) {
            int x = tx + 1;
            int y = m - tx + 1;
            temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty + tx < BLOCK_SIZE; ty++) matrix[cols * (ty + 1) + tx + 1] = temp[ty + 1][tx + 1];
}
