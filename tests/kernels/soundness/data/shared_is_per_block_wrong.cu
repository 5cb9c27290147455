// Only block 0 writes its shared array; the others have arrays of their own.
//% verdict: refuted

//@ requires blockDim.x <= 64;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 7;
//~^ error: ensures
__global__ void perBlock(int *out) {
    __shared__ int held[64];
    if (blockIdx.x == 0) held[threadIdx.x] = 7;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = held[threadIdx.x];
}
