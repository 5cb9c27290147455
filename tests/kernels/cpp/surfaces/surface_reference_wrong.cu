// A row is turned around in place, and nobody waits for the texels to be read.
//% verdict: not-verified
#include <cuda_runtime.h>

surface<void, cudaSurfaceType2D> image;

__global__ void turnRows() {
    float texel = surf2Dread<float>(image, threadIdx.x * 4, blockIdx.x); //~ error: race
    surf2Dwrite(texel, image, (blockDim.x - 1 - threadIdx.x) * 4, blockIdx.x);
}
