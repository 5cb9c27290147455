// Only the lower half calls, and names itself.
//% verdict: safe

__global__ void halves(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x % 32 < 16)
        v += __shfl_xor_sync(0x0000ffff, v, 1);
    out[i] = v;
}
