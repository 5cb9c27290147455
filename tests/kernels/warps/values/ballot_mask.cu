// The lanes that go on are found by a ballot first, and named in the mask.
//% verdict: safe

__global__ void pairs(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        int v = in[i];
        v += __shfl_down_sync(mask, v, 1);
        out[i] = v;
    }
}
