// A copy through float4: the arrays are floats, but the kernel sees them only as vectors.
//% verdict: safe
#include <cuda_runtime.h>

__global__ void copyVector4(const float *__restrict__ in, float *__restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
}

__global__ void fillRaw(void *memory, int n, unsigned char value) {
    uchar4 *pixels = (uchar4 *)memory;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        pixels[i] = make_uchar4(value, value, value, 255);
}
