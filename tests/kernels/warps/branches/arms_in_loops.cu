// The lanes meet in loops of both arms, as often in the one as in the other.
//% verdict: verified
//% known: unknown -- that lanes meet at other places of loops is not modelled

//@ requires blockDim.x == 32;
__global__ void sums(const int *in, int *out) {
    int i = 32 * blockIdx.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x < 16) {
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_xor_sync(0xffffffff, v, d); //~ unproved: the lanes meet elsewhere
    } else {
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_xor_sync(0xffffffff, v, d); //~ unproved: the lanes meet elsewhere
    }
    out[i] = v;
}
