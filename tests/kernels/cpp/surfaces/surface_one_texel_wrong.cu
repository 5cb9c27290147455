// All threads of a column write the same texel, and threads of two blocks the same row.
//% verdict: not-verified
#include <cuda_runtime.h>

__global__ void fillRow(cudaSurfaceObject_t out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width) surf2Dwrite((short)threadIdx.y, out, x * 2, (int)blockIdx.y); //~ error: race
}

__global__ void fillBlocks(cudaSurfaceObject_t out) {
    surf1Dwrite(blockIdx.x, out, threadIdx.x * 4); //~ error: race
}
