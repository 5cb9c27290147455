// Matrix multiplication with the struct of the programming guide, without shared memory.
//% verdict: safe
#include <cuda_runtime.h>
#include <stdlib.h>

// Matrices are stored in row-major order: M(row, col) = *(M.elements + row * M.width + col)
typedef struct {
    int width;
    int height;
    float *elements;
} Matrix;

#define BLOCK_SIZE 16

__global__ void MatMulKernel(const Matrix A, const Matrix B, Matrix C);

void MatMul(const Matrix A, const Matrix B, Matrix C) {
    Matrix d_A;
    d_A.width = A.width;
    d_A.height = A.height;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc((void **)&d_A.elements, size);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, B, C);
    cudaFree(d_A.elements);
}

//@ requires C.width == gridDim.x * blockDim.x && C.height == gridDim.y * blockDim.y;
//@ requires B.width == C.width && A.height == C.height && A.width == B.height && 0 <= A.width;
__global__ void MatMulKernel(const Matrix A, const Matrix B, Matrix C) {
    // Each thread computes one element of C.
    float Cvalue = 0;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; e < A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = Cvalue;
}
