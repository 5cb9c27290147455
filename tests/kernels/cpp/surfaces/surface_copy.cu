// An image is copied from one surface to another, texel by texel, also mirrored.
//% verdict: safe
#include <cuda_runtime.h>

__global__ void copyImage(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uchar4 texel;
        surf2Dread(&texel, in, x * 4, y);
        surf2Dwrite(texel, out, x * 4, y);
    }
}

__global__ void mirrorImage(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
    for (int y = blockIdx.y; y < height; y += gridDim.y)
        for (int x = threadIdx.x; x < width; x += blockDim.x)
            if (blockIdx.x == 0)
                surf2Dwrite(surf2Dread<float>(in, x * sizeof(float), y), out, (width - 1 - x) * sizeof(float), y);
}
