// Launched with 8 x 8 threads: that a block has one row must not be asked for.
//% offers: requires pitch == 64;
//% offers: requires blockDim.x == 8;
//% offers: requires blockDim.y == 8;
//% offers: requires gridDim.x == 8;
//% offers: requires \length(picture) >= pitch * (blockDim.y * gridDim.y);
//% offers: writes picture;
//% verdict: safe
#include <cuda_runtime.h>

__global__ void shade(int *picture, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    picture[y * pitch + x] = x + y;
}

int main() {
    int *picture;
    cudaMalloc(&picture, 64 * 64 * sizeof(int));
    shade<<<dim3(8, 8), dim3(8, 8)>>>(picture, 64);
    return cudaDeviceSynchronize();
}
