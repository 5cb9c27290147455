// Sparse matrix-vector product, ELLPACK, with an accessor struct that has member functions.
//% verdict: safe
#include <cuda_runtime.h>

struct Ell {
    int rows;
    int maxNonZeros;
    const int *cols;
    const float *vals;

    __device__ int slot(int row, int k) const { return k * rows + row; }
    __device__ float value(int row, int k) const { return vals[slot(row, k)]; }
    __device__ int column(int row, int k) const { return cols[slot(row, k)]; }
};

__global__ void spmvEll(const Ell m, const float *__restrict__ x, float *__restrict__ y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m.rows) return;
    float dot = 0.0f;
    for (int k = 0; k < m.maxNonZeros; ++k) {
        int col = m.column(row, k);
        if (col >= 0) dot += m.value(row, k) * __ldg(&x[col]);
    }
    y[row] = dot;
}
