// A filter that writes the surface that its neighbours read.
//% verdict: not-verified
#include <cuda_runtime.h>

__global__ void smooth(cudaSurfaceObject_t image, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float here = surf2Dread<float>(image, x * 4, y);
    float below = surf2Dread<float>(image, x * 4, y + 1, cudaBoundaryModeZero); //~ error: race
    surf2Dwrite(0.5f * (here + below), image, x * 4, y);
}
