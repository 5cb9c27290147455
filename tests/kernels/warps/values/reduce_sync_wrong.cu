// Threads without an element do not come to the sum that waits for all lanes.
//% verdict: not-verified

__global__ void sums(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int all = __reduce_add_sync(0xffffffff, in[i]); //~ error: barrier
        if (threadIdx.x % 32 == 0)
            atomicAdd(out, all);
    }
}

// Half of the lanes are named, and half are added.
//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void lower_half(const int *in, int *out) {
    if (threadIdx.x < 16) {
        int all = __reduce_add_sync(0xffff, in[threadIdx.x]);
        if (threadIdx.x == 0)
            out[0] = all;
    }
}
