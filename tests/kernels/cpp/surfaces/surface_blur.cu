// A filter that reads one surface around each texel, zero outside of it, and writes another one.
//% verdict: safe
#include <cuda_runtime.h>

struct Image {
    cudaSurfaceObject_t texels;
    int width, height;
};

template <class T>
__device__ T at(Image image, int x, int y) {
    return surf2Dread<T>(image.texels, x * (int)sizeof(T), y, cudaBoundaryModeZero);
}

__global__ void blur(Image in, Image out, const float *weights) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out.width || y >= out.height) return;
    float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            float4 texel = at<float4>(in, x + dx, y + dy);
            float weight = weights[(dy + 1) * 3 + dx + 1];
            sum.x += weight * texel.x;
            sum.y += weight * texel.y;
            sum.z += weight * texel.z;
            sum.w += weight * texel.w;
        }
    }
    surf2Dwrite(sum, out.texels, x * 16, y);
}

// Only read, so that it does not matter which texel a place outside stands for.
__global__ void gradient(cudaSurfaceObject_t in, float *out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    float left = surf1Dread<float>(in, (x - 1) * 4, cudaBoundaryModeClamp);
    float right = surf1Dread<float>(in, (x + 1) * 4, cudaBoundaryModeClamp);
    out[x] = 0.5f * (right - left);
}
