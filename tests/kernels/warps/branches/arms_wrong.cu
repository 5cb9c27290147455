// What comes from the other arm is what its lanes give, not what the own ones do.
//% verdict: refuted

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall l. 0 <= l < 16 -> out[l] == in[l + 16]; //~ error: ensures
__global__ void swapped(const int *in, int *out) {
    int i = threadIdx.x;
    if (i < 16)
        out[i] = __shfl_xor_sync(0xffffffff, in[i], 16);
    else
        out[i] = __shfl_xor_sync(0xffffffff, in[i] + 1, 16);
}
