// The upper half calls with a mask that names the lower one only.
//% verdict: not-verified

__global__ void halves(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = __shfl_xor_sync(0x0000ffff, in[i], 1); //~ error: barrier
    out[i] = v;
}
