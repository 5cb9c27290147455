// The internal update of a blocked LU decomposition.
//% verdict: safe
#include <cuda_runtime.h>

#define BLOCK_SIZE 16

//@ requires blockDim.x == BLOCK_SIZE && blockDim.y == BLOCK_SIZE && 0 <= offset;
//@ requires matrix_dim == offset + BLOCK_SIZE + BLOCK_SIZE * gridDim.x;
__global__ void lud_internal(float *m, const float *lu, int matrix_dim, int offset) {
    __shared__ float peri_row[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float peri_col[BLOCK_SIZE][BLOCK_SIZE];
    int global_row_id = offset + (blockIdx.y + 1) * BLOCK_SIZE;
    int global_col_id = offset + (blockIdx.x + 1) * BLOCK_SIZE;
    peri_row[threadIdx.y][threadIdx.x] = lu[(offset + threadIdx.y) * matrix_dim + global_col_id + threadIdx.x];
    peri_col[threadIdx.y][threadIdx.x] = lu[(global_row_id + threadIdx.y) * matrix_dim + offset + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < BLOCK_SIZE; i++) sum += peri_col[threadIdx.y][i] * peri_row[i][threadIdx.x];
    m[(global_row_id + threadIdx.y) * matrix_dim + global_col_id + threadIdx.x] -= sum;
}
