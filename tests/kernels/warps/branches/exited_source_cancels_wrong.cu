// An undefined value less itself is undefined, too.
//% verdict: not-verified

//@ requires blockDim.x == 32;
//@ ensures \forall j. 16 <= j < 32 -> out[j] == 0;
__global__ void cancels(const int *in, int *out) {
    int i = threadIdx.x;
    if (i < 16)
        return;
    int lost = __shfl_xor_sync(0xffffffff, i, 16); //~ error: initialised
    if (blockIdx.x == 0)
        out[i] = lost - lost;
}
