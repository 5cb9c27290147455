// Bilateral filter with a Gaussian table in constant memory.
//% verdict: safe
#include <cuda_runtime.h>
#include <math.h>

__constant__ float cGaussian[64];

__device__ float euclideanLen(float4 a, float4 b, float d) {
    float mod = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z);
    return expf(-mod * d);
}

__device__ uint rgbaFloatToInt(float4 rgba) {
    rgba.x = __saturatef(fabsf(rgba.x));
    rgba.y = __saturatef(fabsf(rgba.y));
    rgba.z = __saturatef(fabsf(rgba.z));
    rgba.w = __saturatef(fabsf(rgba.w));
    return (uint(rgba.w * 255.0f) << 24) | (uint(rgba.z * 255.0f) << 16) | (uint(rgba.y * 255.0f) << 8) |
           uint(rgba.x * 255.0f);
}

//@ requires 0 < w && 0 < h && 0 <= r && r < 32;
__global__ void d_bilateral_filter(const float4 *src, uint *od, int w, int h, float e_d, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) {
        return;
    }
    float sum = 1.0f;
    float4 t = {0.f, 0.f, 0.f, 0.f};
    float4 center = src[y * w + x];
    for (int i = -r; i <= r; i++) {
        for (int j = -r; j <= r; j++) {
            int cy = min(max(y + i, 0), h - 1);
            int cx = min(max(x + j, 0), w - 1);
            float4 curPix = src[cy * w + cx];
            float factor = cGaussian[i + r] * cGaussian[j + r] * euclideanLen(curPix, center, e_d);
            t.x += factor * curPix.x;
            t.y += factor * curPix.y;
            t.z += factor * curPix.z;
            sum += factor;
        }
    }
    t.w = sum;
    od[y * w + x] = rgbaFloatToInt(t);
}
