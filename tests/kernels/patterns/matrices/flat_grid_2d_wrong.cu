// gridDim.y where it should be gridDim.x.
//% races: racy

__global__ void iota(unsigned *out) {
    unsigned blockId = blockIdx.x + blockIdx.y * gridDim.y;
    unsigned threadId = blockId * (blockDim.x * blockDim.y) + threadIdx.y * blockDim.x + threadIdx.x;
    out[threadId] = threadId; //~ error: race
}
