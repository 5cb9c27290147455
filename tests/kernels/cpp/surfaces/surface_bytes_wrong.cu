// The offset is in texels where it should be in bytes.
//% verdict: not-verified
#include <cuda_runtime.h>

__global__ void fill(cudaSurfaceObject_t out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    surf1Dwrite(1.f, out, x); //~ error: assert
}
