// Lanes exchange through global memory, each warp in 32 cells of its own.
//% verdict: safe

//@ requires blockDim.x == 32;
__global__ void through_global(int *scratch, int *out) {
    int i = blockIdx.x * 32 + threadIdx.x;
    scratch[i] = i;
    __syncwarp();
    out[i] = scratch[blockIdx.x * 32 + 31 - threadIdx.x];
}
