// A surface reference of the file: each block turns its row around, in place.
//% verdict: safe
#include <cuda_runtime.h>

surface<void, cudaSurfaceType2D> image;

__global__ void turnRows() {
    float texel = surf2Dread<float>(image, threadIdx.x * 4, blockIdx.x);
    __syncthreads();
    surf2Dwrite(texel, image, (blockDim.x - 1 - threadIdx.x) * 4, blockIdx.x);
}
