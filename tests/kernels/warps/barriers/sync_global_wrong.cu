// Lanes exchange through global memory with the next block, which no __syncwarp orders.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void through_global(int *scratch, int *out) {
    int i = blockIdx.x * 32 + threadIdx.x;
    scratch[i] = i; //~ error: race
    __syncwarp();
    out[i] = scratch[i + 1];
}
