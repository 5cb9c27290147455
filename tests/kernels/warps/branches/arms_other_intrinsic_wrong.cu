// Not the same intrinsic: the guide leaves the result undefined, and PTX lets both halves wait.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void sums(const int *in, int *out) {
    int i = 32 * blockIdx.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x < 16)
        v += __shfl_down_sync(0xffffffff, v, 16); //~ error: barrier
    else
        v += __shfl_up_sync(0xffffffff, v, 16); //~ error: barrier
    out[i] = v;
}
