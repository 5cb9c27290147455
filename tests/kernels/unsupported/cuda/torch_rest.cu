// What our text of PyTorch's headers does not say is named.
//% verdict: unsupported

#include <torch/extension.h>

__global__ void sumOf(const at::Tensor *tensors, float *out) { out[threadIdx.x] = 0; }
