// An instruction of inline PTX that is not modelled, by its name.
//% verdict: unsupported

__global__ void logic(unsigned *out, unsigned a, unsigned b) {
    unsigned both;
    asm("lop3.b32 %0, %1, %2, %2, 0xc0;" : "=r"(both) : "r"(a), "r"(b));
    out[blockIdx.x * blockDim.x + threadIdx.x] = both;
}
