// Exchanges after which every lane of a warp has a result of its own: the sum of all, which each gets by exchanges with the lane
// across, and the sums of those up to it. Which lanes a lane hears from hangs on its number.
//
//% verdict: verified

//@ requires blockDim.x == 256 && \length(a) == gridDim.x * blockDim.x && \length(o) == \length(a);
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> o[i] == sum(k, a[i - i % 32 + k], 0, 31);
__global__ void sum_of_all(const float *a, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[i];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    o[i] = v;
}

//@ requires blockDim.x == 32 && gridDim.x * 32 <= \length(a) && gridDim.x * 32 <= \length(o);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < 32 -> o[b * 32 + t] == sum(k, a[b * 32 + k], 0, t);
__global__ void sums_up_to_each(const int *a, int *o) {
    int v = a[blockIdx.x * 32 + threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x >= d) v += u;
    }
    o[blockIdx.x * 32 + threadIdx.x] = v;
}
