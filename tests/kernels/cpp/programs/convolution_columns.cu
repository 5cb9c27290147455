// Column pass of a separable convolution in its simple form; taps as a template constant.
//% verdict: safe
#include <cuda_runtime.h>

template <int RADIUS>
struct Taps {
    enum { COUNT = 2 * RADIUS + 1 };
    float weight[COUNT];
};

__constant__ Taps<3> c_taps;

__global__ void convolveColumns(const float *src, float *dst, int w, int h) {
    const int RADIUS = 3;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.f;
    for (int k = 0; k < Taps<RADIUS>::COUNT; k++) {
        int yy = y + k - RADIUS;
        if (yy >= 0 && yy < h) sum += c_taps.weight[k] * src[yy * w + x];
    }
    dst[y * w + x] = sum;
}
