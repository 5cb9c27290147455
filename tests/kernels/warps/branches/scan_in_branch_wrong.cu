// The shuffle stands in the branch that the lower lanes do not take.
//% verdict: not-verified

__global__ void scan(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int v = in[i];
    for (int d = 1; d < 32; d <<= 1)
        if (lane >= d)
            v += __shfl_up_sync(0xffffffff, v, d); //~ error: barrier
    out[i] = v;
}
