// Transposition: copy, naive, and by tiles with padding; tile and row sizes are template parameters.
//% verdict: safe
#include <cuda_runtime.h>

#define TILE_DIM 16

struct Extent2 {
    int width, height;
};

//@ requires blockDim.x == TILE_DIM && blockDim.y == TILE_DIM;
//@ requires e.width == gridDim.x * TILE_DIM && e.height == gridDim.y * TILE_DIM;
__global__ void copy(float *odata, const float *idata, Extent2 e) {
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = xIndex + e.width * yIndex;
    odata[index] = idata[index];
}

//@ requires blockDim.x == TILE_DIM && blockDim.y == TILE_DIM;
//@ requires e.width == gridDim.x * TILE_DIM && e.height == gridDim.y * TILE_DIM;
__global__ void transposeNaive(float *odata, const float *idata, const Extent2 e) {
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    odata[yIndex + e.height * xIndex] = idata[xIndex + e.width * yIndex];
}

//@ requires blockDim.x == TILE_DIM && blockDim.y == TILE_DIM;
//@ requires e.width == gridDim.x * TILE_DIM && e.height == gridDim.y * TILE_DIM;
__global__ void transposeNoBankConflicts(float *odata, const float *idata, const Extent2 e) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int2 in = make_int2(blockIdx.x * TILE_DIM + threadIdx.x, blockIdx.y * TILE_DIM + threadIdx.y);
    tile[threadIdx.y][threadIdx.x] = idata[in.x + in.y * e.width];
    __syncthreads();
    int2 out = make_int2(blockIdx.y * TILE_DIM + threadIdx.x, blockIdx.x * TILE_DIM + threadIdx.y);
    odata[out.x + out.y * e.height] = tile[threadIdx.x][threadIdx.y];
}
