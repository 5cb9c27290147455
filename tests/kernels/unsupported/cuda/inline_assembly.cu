// An instruction of inline PTX that is not modelled, by its name.
//% verdict: unsupported

__global__ void highest_bit(unsigned *out, unsigned a, unsigned b) {
    unsigned highest;
    asm("bfind.u32 %0, %1;" : "=r"(highest) : "r"(a & b));
    out[blockIdx.x * blockDim.x + threadIdx.x] = highest;
}
