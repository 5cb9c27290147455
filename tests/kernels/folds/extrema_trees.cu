// The largest and the smallest element, by threads in strides and a tree: in a warp, in warps and then among them, in a block, and with a start
// value that is no element.
//% verdict: verified

__device__ float warpMax(float v) {
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

//@ requires blockDim.x == 32 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1 && 0 <= rows <= gridDim.x * blockDim.y && 1 <= cols && rows * cols <= \length(x) && rows <= \length(y);
//@ requires \forall e. 0 <= e < rows * cols -> -10000 < x[e];
//@ ensures \forall r. 0 <= r < rows -> y[r] == max_over(q, x[r * cols + q], 0, cols - 1);
__global__ void rowAWarp(const float *x, float *y, int rows, int cols) {
    int lane = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float m = -10000.0f;
    for (int c = lane; c < cols; c += 32)
        m = fmaxf(m, x[row * cols + c]);
    m = warpMax(m);
    if (lane == 0)
        y[row] = m;
}

//@ requires blockDim.x % 32 == 0 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires 1 <= cols && gridDim.x * cols <= \length(x) && gridDim.x <= \length(y);
//@ requires \forall e. 0 <= e < gridDim.x * cols -> -INFINITY < x[e];
//@ ensures \forall r. 0 <= r < gridDim.x -> y[r] == max_over(k, x[r * cols + k], 0, cols - 1);
__global__ void twoLevels(const float *x, float *y, int cols) {
    __shared__ float part[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const float *in = x + blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = fmaxf(m, in[c]);
    m = warpMax(m);
    if (lane == 0)
        part[warp] = m;
    __syncthreads();
    m = lane < blockDim.x / 32 ? part[lane] : -INFINITY;
    m = warpMax(m);
    if (threadIdx.x == 0)
        y[blockIdx.x] = m;
}

// Whatever the start value is, it takes part.
//@ requires \is_pow2(blockDim.x) && \length(buf) == blockDim.x && 1 <= cols && gridDim.x * cols <= \length(x) && \length(y) == gridDim.x;
//@ ensures \forall r. 0 <= r < gridDim.x -> y[r] == \min(start, min_over(k, x[r * cols + k], 0, cols - 1));
__global__ void smallestInBlock(const int *x, int *y, int cols, int start) {
    extern __shared__ int buf[];
    int tid = threadIdx.x;
    const int *in = x + blockIdx.x * cols;
    int m = start;
    for (int c = tid; c < cols; c += blockDim.x)
        m = min(m, in[c]);
    buf[tid] = m;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (tid < h)
            buf[tid] = min(buf[tid], buf[tid + h]);
        __syncthreads();
    }
    if (tid == 0)
        y[blockIdx.x] = buf[0];
}
