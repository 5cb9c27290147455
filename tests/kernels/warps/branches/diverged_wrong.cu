// The mask names all lanes, but those behind the end do not come.
//% verdict: not-verified

__global__ void pairs(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = in[i];
        v += __shfl_down_sync(0xffffffff, v, 1); //~ error: barrier
        out[i] = v;
    }
}
