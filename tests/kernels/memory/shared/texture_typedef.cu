// A texture reference behind a name for its type, as older code declares them.
//% verdict: verified
//% verdict of layered: safe
#include <cuda_runtime.h>

typedef texture<float, 2, cudaReadModeElementType> Image;

static Image source;

//@ requires 0 <= width && 0 <= height && width * height <= \length(out);
//@ ensures \forall i. 0 <= i < width * height && blockDim.x * gridDim.x >= width && blockDim.y * gridDim.y >= height -> 0 <= out[i] <= 1;
//@ writes out[0..width * height - 1];
__global__ void clamped(float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = fminf(fmaxf(tex2D(source, x + 0.5f, y + 0.5f), 0.0f), 1.0f);
}

//@ requires 0 <= volume.width && 0 <= n && n <= \length(out);
__global__ void layered(float *out, cudaTextureObject_t t, cudaExtent volume, int n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < volume.width && i < (size_t)n) out[i] = tex3D<float>(t, i, volume.height / 2, volume.depth / 2);
}
