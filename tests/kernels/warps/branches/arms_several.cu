// Three arms, two operations in each, with a mask that is a variable; functions stand in the place of two of them.
//% verdict: verified

__device__ int halves(unsigned mask, int v) {
    return __shfl_xor_sync(mask, v, 1);
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall l. 0 <= l < 32 -> out[l] == in[l ^ 1];
__global__ void three(const int *in, int *out, int n) {
    const unsigned mask = 0xffffffff;
    int i = threadIdx.x;
    int v = in[i];
    if (i < 8) {
        out[i] = halves(mask, v);
        __syncwarp(mask);
    } else if (i < 20) {
        int w = __shfl_xor_sync(mask, v, 1);
        __syncwarp(mask);
        out[i] = w;
    } else {
        v = halves(mask, v);
        __syncwarp(mask);
        out[i] = v;
    }
}
