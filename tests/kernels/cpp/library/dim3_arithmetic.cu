// Launch variables as values: a struct of them, and a flat index from a dim3.
//% verdict: safe

struct Coordinates {
    dim3 thread, block;
};

__device__ unsigned flatten(uint3 i, dim3 extent) { return (i.z * extent.y + i.y) * extent.x + i.x; }

//@ requires gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires blockDim.x * blockDim.y * blockDim.z <= \length(out);
__global__ void label(unsigned *out) {
    Coordinates c;
    c.thread = threadIdx;
    c.block = blockIdx;
    unsigned at = flatten(threadIdx, blockDim);
    out[at] = c.thread.x + 1000 * c.block.x;
}
