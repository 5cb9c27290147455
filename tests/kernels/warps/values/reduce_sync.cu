// A warp adds up, or finds the least operand, in one operation.
//% verdict: verified

//@ requires blockDim.x == 256;
//@ ensures \forall w. 0 <= w < gridDim.x * 8 -> out[w] == sum(k, in[32 * w + k], 0, 31);
__global__ void sums(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int all = __reduce_add_sync(0xffffffff, in[i]);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = all;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall k. 0 <= k < 32 -> out[0] <= in[k];
__global__ void least(const unsigned *in, unsigned *out) {
    unsigned found = __reduce_min_sync(0xffffffff, in[threadIdx.x]);
    if (threadIdx.x == 0)
        out[0] = found;
}

// The lanes of the lower half only.
//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures out[0] == sum(k, in[k], 0, 15);
__global__ void lower_half(const int *in, int *out) {
    if (threadIdx.x < 16) {
        int all = __reduce_add_sync(0xffff, in[threadIdx.x]);
        if (threadIdx.x == 0)
            out[0] = all;
    }
}
