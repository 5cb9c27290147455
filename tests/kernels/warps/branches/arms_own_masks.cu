// Each arm names its own lanes: they need not meet.
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall l. 0 <= l < 32 -> out[l] == in[l ^ 8];
__global__ void halves(const int *in, int *out) {
    int i = threadIdx.x;
    int v = in[i];
    if (i < 16)
        v = __shfl_xor_sync(0x0000ffff, v, 8);
    else
        v = __shfl_xor_sync(0xffff0000, v, 8);
    out[i] = v;
}
