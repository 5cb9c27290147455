// Blocks and threads in two dimensions, one flat array.
//% races: race-free

__global__ void iota(unsigned *out) {
    unsigned blockId = blockIdx.x + blockIdx.y * gridDim.x;
    unsigned threadId = blockId * (blockDim.x * blockDim.y) + threadIdx.y * blockDim.x + threadIdx.x;
    out[threadId] = threadId;
}
