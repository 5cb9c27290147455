// The second lane that has no sum, every other warp left out, and lanes without a warp that bring 0 instead of nothing.
//% verdict: not-verified

//@ requires blockDim.x % 32 == 0 && 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \old(out[0]) + sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void secondLane(const int *x, int n, int *out) {
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
    if (threadIdx.x % 32 == 1) atomicAdd(out, v);
}

//@ requires blockDim.x % 32 == 0 && 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \old(out[0]) + sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void everyOther(const int *x, int n, int *out) {
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
    if (threadIdx.x % 64 == 0) atomicAdd(out, v);
}

//@ requires blockDim.x % 32 == 0 && 32 <= blockDim.x <= 1024 && gridDim.x * blockDim.x <= \length(x) && gridDim.x <= \length(y);
//@ ensures \forall b. 0 <= b < gridDim.x -> y[b] == max_over(k, x[b * blockDim.x + k], 0, blockDim.x - 1); //~ error: ensures
__global__ void besideZero(const int *x, int *y) {
    __shared__ int part[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o > 0; o /= 2) v = max(v, __shfl_down_sync(0xffffffff, v, o));
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int o = 16; o > 0; o /= 2) v = max(v, __shfl_down_sync(0xffffffff, v, o));
        if (lane == 0) y[blockIdx.x] = v;
    }
}
