// The layer is forgotten: blocks of different layers write the same texel. In a volume, two threads meet.
//% verdict: not-verified
#include <cuda_runtime.h>

__global__ void layers(cudaSurfaceObject_t out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    surf2DLayeredwrite(1.f, out, x * 4, (int)blockIdx.y, 0); //~ error: race
    surf2DLayeredwrite((float)blockIdx.z, out, x * 4, (int)blockIdx.y, 1 + (int)(blockIdx.z / 2)); //~ error: race
}

__global__ void volume(cudaSurfaceObject_t out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) surf3Dwrite(1.f, out, (i % 4) * 4, i / 4 % 4, i / 16 % 4); //~ error: race
}
