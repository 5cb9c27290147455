// Inline assembly is not modelled.
//% verdict: unsupported

__global__ void lane(unsigned *out) {
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    out[blockIdx.x * blockDim.x + threadIdx.x] = id;
}
