// Vertical box filter: each thread slides down one column with a running sum of float4.
//% verdict: safe
#include <cuda_runtime.h>

inline __device__ float4 operator+(const float4 &a, const float4 &b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __device__ float4 &operator+=(float4 &a, const float4 &b) {
    a = a + b;
    return a;
}
inline __device__ void operator-=(float4 &a, float4 b) {
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
    a.w -= b.w;
}
inline __device__ float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }

//@ requires 0 < w && w == blockDim.x * gridDim.x && 0 <= r && r < h;
__global__ void boxFilterY(const float4 *id, float4 *od, int w, int h, int r) {
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    float scale = 1.0f / (float)((r << 1) + 1);
    float4 t = id[x] * (float)r;
    for (int y = 0; y < r + 1; y++) t += id[y * w + x];
    od[x] = t * scale;
    for (int y = 1; y < h; y++) {
        t += id[min(y + r, h - 1) * w + x];
        t -= id[max(y - r - 1, 0) * w + x];
        od[y * w + x] = t * scale;
    }
}
