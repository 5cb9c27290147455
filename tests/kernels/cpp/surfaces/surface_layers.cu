// Layers of images and a volume: a texel for each thread, a layer for each block.
//% verdict: safe
#include <cuda_runtime.h>

__device__ void put(cudaSurfaceObject_t out, float value, int x, int y, int layer) {
    surf2DLayeredwrite(value, out, x * sizeof(float), y, layer);
}

__global__ void layers(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
    int layer = blockIdx.z;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    put(out, 1.f - surf2DLayeredread<float>(in, x * sizeof(float), y, layer), x, y, layer);
}

__global__ void lines(cudaSurfaceObject_t out) {
    surf1DLayeredwrite(make_ushort2(threadIdx.x, blockIdx.x), out, threadIdx.x * 4, (int)blockIdx.x);
}

__global__ void volume(cudaSurfaceObject_t out, const double *values, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int z = 0; z < depth; z++)
        surf3Dwrite(values[z], out, x * 8, (int)blockIdx.y, z, cudaBoundaryModeTrap);
}
