// A surface that is read as bytes and written as words: nothing says which accesses meet.
//% verdict: unsupported
#include <cuda_runtime.h>

__global__ void bytes(cudaSurfaceObject_t image, unsigned *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    surf1Dwrite((unsigned)x, image, x * 4);
    __syncthreads();
    out[x] = surf1Dread<unsigned char>(image, x);
}

__global__ void clamped(cudaSurfaceObject_t image) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    surf1Dwrite(1u, image, x * 4, cudaBoundaryModeClamp);
}
