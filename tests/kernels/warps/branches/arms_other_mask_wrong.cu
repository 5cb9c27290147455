// The halves name different lanes.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void sums(const int *in, int *out) {
    int i = 32 * blockIdx.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x < 16)
        v += __shfl_xor_sync(0xffffffff, v, 8); //~ error: barrier
    else
        v += __shfl_xor_sync(0xffff0000, v, 8);
    out[i] = v;
}
