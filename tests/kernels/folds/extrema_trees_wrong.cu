// A start value that may be larger than all elements, a warp that looks at every other stride, and a block whose last threads' parts are lost.
//% verdict: not-verified

__device__ int warpMax(int v) {
    for (int o = 16; o > 0; o >>= 1)
        v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

//@ requires blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1 && 1 <= cols <= \length(x) && 1 <= \length(y);
//@ ensures y[0] == max_over(k, x[k], 0, cols - 1); //~ error: ensures
__global__ void startsAtZero(const int *x, int *y, int cols) {
    int m = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        m = max(m, x[c]);
    m = warpMax(m);
    if (threadIdx.x == 0)
        y[0] = m;
}

//@ requires blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1 && 1 <= cols <= \length(x) && 1 <= \length(y);
//@ requires \forall k. 0 <= k < cols -> 0 < x[k];
//@ ensures y[0] == max_over(k, x[k], 0, cols - 1); //~ error: ensures
__global__ void everyOther(const int *x, int *y, int cols) {
    int m = 0;
    for (int c = threadIdx.x; c < cols; c += 64)
        m = max(m, x[c]);
    m = warpMax(m);
    if (threadIdx.x == 0)
        y[0] = m;
}

//@ requires \is_pow2(blockDim.x) && \length(buf) == blockDim.x && 1 <= cols <= \length(x) && gridDim.x == 1 && \length(y) == 1;
//@ requires \forall k. 0 <= k < cols -> 0 < x[k];
//@ ensures y[0] == max_over(k, x[k], 0, cols - 1); //~ error: ensures
__global__ void stopsEarly(const int *x, int *y, int cols) {
    extern __shared__ int buf[];
    int tid = threadIdx.x;
    int m = 0;
    for (int c = tid; c < cols; c += blockDim.x)
        m = max(m, x[c]);
    buf[tid] = m;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 1; h /= 2) {
        if (tid < h)
            buf[tid] = max(buf[tid], buf[tid + h]);
        __syncthreads();
    }
    if (tid == 0)
        y[0] = buf[0];
}
