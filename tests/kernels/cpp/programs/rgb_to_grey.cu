// Colour conversion with typedefs, weights as const globals and an initialiser list.
//% verdict: safe
#include <cuda_runtime.h>

typedef unsigned char uchar;
typedef uchar3 Rgb;
static const float kWeights[3] = {0.299f, 0.587f, 0.114f};
constexpr int kChannels = 3;

//@ requires 0 <= pixels && pixels <= \length(in) && pixels <= \length(out);
__global__ void rgbToGrey(const Rgb *in, uchar *out, int pixels) {
    const float w[kChannels] = {0.299f, 0.587f, 0.114f};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x) {
        const Rgb p = in[i];
        float v = w[0] * p.x + w[1] * p.y + w[2] * p.z;
        out[i] = static_cast<uchar>(v < 0.f ? 0.f : (v > 255.f ? 255.f : v));
    }
}
