// PyTorch's accessors (LIB-17): the sizes and strides are members of the tensor, of which a contract speaks by their names.
//% verdict: verified

#include <torch/extension.h>

// Both tensors are contiguous, and the grid covers them.
//@ requires out.sizes_[0] == in.sizes_[0] && out.sizes_[1] == in.sizes_[1] && 0 <= in.sizes_[0] && 0 <= in.sizes_[1];
//@ requires in.strides_[0] == in.sizes_[1] && in.strides_[1] == 1;
//@ requires out.strides_[0] == out.sizes_[1] && out.strides_[1] == 1;
//@ requires \length(in.data_) == in.sizes_[0] * in.sizes_[1] && \length(out.data_) == out.sizes_[0] * out.sizes_[1];
//@ requires in.sizes_[0] <= gridDim.x && in.sizes_[1] <= blockDim.x;
//@ ensures \forall int r, c; 0 <= r && r < in.sizes_[0] && 0 <= c && c < in.sizes_[1] ==>
//@     out.data_[r * out.sizes_[1] + c] == 2 * in.data_[r * in.sizes_[1] + c];
template <typename scalar_t>
__global__ void doubled(const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> in,
                        torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> out) {
    const int r = blockIdx.x, c = threadIdx.x;
    if (r < in.size(0) && c < in.size(1)) out[r][c] = 2 * in[r][c];
}
template __global__ void doubled<float>(const torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits>,
                                        torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits>);

// Rows wherever the strides say: those of the result do not overlap.
//@ requires 0 <= n && n <= blockDim.x * gridDim.x && n == points.sizes_[0] && points.sizes_[1] == 3;
//@ requires lengths.strides_[0] == 1 && \length(lengths.data_) == n;
//@ ensures \forall int i; 0 <= i && i < n ==>
//@     lengths.data_[i] == points.data_[i * points.strides_[0]] * points.data_[i * points.strides_[0]] +
//@                         points.data_[i * points.strides_[0] + points.strides_[1]] * points.data_[i * points.strides_[0] + points.strides_[1]] +
//@                         points.data_[i * points.strides_[0] + 2 * points.strides_[1]] * points.data_[i * points.strides_[0] + 2 * points.strides_[1]];
__global__ void squaredLengths(at::PackedTensorAccessor64<double, 2> points, at::PackedTensorAccessor64<double, 1> lengths, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const auto point = points[i];
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += point[k] * point[k];
    lengths[i] = sum;
}

// A part of a tensor is handed to a function; the pointer is that of the first element.
__device__ float first(const at::TensorAccessor<float, 1, at::DefaultPtrTraits, int> row) { return row.size(0) > 0 ? row[0] : 0.0f; }

//@ requires rows.sizes_[0] <= blockDim.x * gridDim.x && rows.sizes_[1] == 4 && 0 <= rows.sizes_[0];
//@ requires \length(out) == rows.sizes_[0];
//@ ensures \forall int i; 0 <= i && i < rows.sizes_[0] ==> out[i] == rows.data_[i * rows.strides_[0]] + rows.data_[0];
__global__ void firsts(torch::PackedTensorAccessor32<float, 2> rows, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows.size(0)) out[i] = first(rows[i]) + *rows.data();
}
