// One step of a thermal simulation; constants in a struct in constant memory.
//% verdict: safe
#include <cuda_runtime.h>

#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)

struct ThermalParams {
    float Rx_1, Ry_1, Rz_1;
    float stepDivCap;
    float ambient;
};

__constant__ ThermalParams c_params;

__global__ void hotspotStep(const float *power, const float *tempSrc, float *tempDst, int cols, int rows) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!(IN_RANGE(x, 0, cols - 1) && IN_RANGE(y, 0, rows - 1))) return;
    int N = y - 1, S = y + 1, W = x - 1, E = x + 1;
    CLAMP_RANGE(N, 0, rows - 1);
    CLAMP_RANGE(S, 0, rows - 1);
    CLAMP_RANGE(W, 0, cols - 1);
    CLAMP_RANGE(E, 0, cols - 1);
    const float t = tempSrc[y * cols + x];
    tempDst[y * cols + x] =
        t + c_params.stepDivCap * (power[y * cols + x] + (tempSrc[S * cols + x] + tempSrc[N * cols + x] - 2.0f * t) * c_params.Ry_1 +
                                   (tempSrc[y * cols + E] + tempSrc[y * cols + W] - 2.0f * t) * c_params.Rx_1 +
                                   (c_params.ambient - t) * c_params.Rz_1);
}
