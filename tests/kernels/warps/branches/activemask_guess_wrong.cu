// The lanes that happen to be there need not be all that took the branch.
//% verdict: not-verified

__global__ void sums(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned mask = __activemask();
        int v = in[i];
        v += __shfl_down_sync(mask, v, 1); //~ error: barrier
        out[i] = v;
    }
}
