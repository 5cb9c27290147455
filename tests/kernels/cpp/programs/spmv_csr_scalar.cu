// Sparse matrix-vector product, CSR, one row a thread; the matrix is a struct of pointers.
//% verdict: safe
#include <cuda_runtime.h>

template <typename IndexType, typename ValueType>
struct CsrMatrix {
    IndexType num_rows;
    const IndexType *row_offsets;
    const IndexType *column_indices;
    const ValueType *values;
};

template <typename IndexType, typename ValueType>
__global__ void spmv_csr_scalar_kernel(CsrMatrix<IndexType, ValueType> A, const ValueType *x, ValueType *y) {
    const IndexType thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    const IndexType grid_size = gridDim.x * blockDim.x;
    for (IndexType row = thread_id; row < A.num_rows; row += grid_size) {
        const IndexType row_start = A.row_offsets[row];
        const IndexType row_end = A.row_offsets[row + 1];
        ValueType sum = 0;
        for (IndexType jj = row_start; jj < row_end; jj++) {
            sum += A.values[jj] * x[A.column_indices[jj]];
        }
        y[row] = sum;
    }
}

template __global__ void spmv_csr_scalar_kernel<int, float>(CsrMatrix<int, float>, const float *, float *);
template __global__ void spmv_csr_scalar_kernel<int, double>(CsrMatrix<int, double>, const double *, double *);
