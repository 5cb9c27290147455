// The tile is overwritten while slower threads still read it.
//% verdict: not-verified
#include <cuda_runtime.h>

//@ requires blockDim.x == 8 && n == 8 * gridDim.x;
__global__ void forces(const float4 *pos, float *out, int n) {
    __shared__ float4 tile[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < gridDim.x; ++t) {
        tile[threadIdx.x] = pos[t * 8 + threadIdx.x]; //~ error: race
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += tile[k].x * tile[k].w;
    }
    out[i] = sum;
}
