// What is false of PyTorch's accessors: strides are not sizes, and rows may overlap.
//% verdict: refuted

#include <torch/extension.h>

//@ requires \length(out) == 1;
//@ ensures out[0] == in.sizes_[0] * in.sizes_[1]; //~ error: ensures
__global__ void extent(torch::PackedTensorAccessor32<float, 2> in, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = in.size(0) * in.stride(0);
}

//@ requires \length(out) == 1;
//@ ensures out[0] == in.data_[1]; //~ error: ensures
__global__ void second(torch::PackedTensorAccessor32<float, 1> in, float *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = in[1];
}

//@ requires out.sizes_[0] <= gridDim.x && out.sizes_[1] <= blockDim.x && out.strides_[1] == 1 && 0 <= out.strides_[0];
__global__ void overlapping(torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits> out) {
    int r = blockIdx.x, c = threadIdx.x;
    if (r < out.size(0) && c < out.size(1)) out[r][c] = r; //~ error: race
}
