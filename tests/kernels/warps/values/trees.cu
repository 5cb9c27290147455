// What threads combine in steps of a tree, by shuffles and in shared memory, is a fold over all of them (WARP-29).
//% verdict: verified

//@ requires blockDim.x % 32 == 0 && \length(in) == blockDim.x * gridDim.x && \length(out) * 32 == blockDim.x * gridDim.x;
//@ ensures \forall w. 0 <= w < \length(out) -> out[w] == sum(k, in[w * 32 + k], 0, 31);
__global__ void warpSum(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = v;
}

//@ requires blockDim.x == 32 && \length(in) == 32 * gridDim.x && \length(out) == \length(in);
//@ ensures \forall i. 0 <= i < \length(in) -> out[i] == max_over(k, in[i / 32 * 32 + k], 0, 31);
__global__ void maximumForAll(const float *in, float *out) {
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = in[i];
    for (int d = 1; d < 32; d *= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    out[i] = v;
}

//@ requires blockDim.x % 32 == 0 && \length(in) == blockDim.x && gridDim.x == 1 && 16 * \length(out) == blockDim.x;
//@ ensures \forall g. 0 <= g < \length(out) -> out[g] == sum(k, in[16 * g + k], 0, 15);
__global__ void halfWarps(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d, 16);
    if (threadIdx.x % 16 == 0)
        out[threadIdx.x / 16] = v;
}

// The sums of the warps are added by the first one.
//@ requires blockDim.x == 256 && \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void blockSum(const float *in, float *out) {
    __shared__ float sums[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < 8 ? sums[lane] : 0.0f;
        for (int d = 4; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0)
            out[blockIdx.x] = v;
    }
}

// Each thread adds up its share of the row first.
//@ requires blockDim.x == 128 && 0 <= n && gridDim.x * n <= \length(x) && gridDim.x <= \length(y);
//@ ensures \forall b. 0 <= b < gridDim.x -> y[b] == sum(k, x[b * n + k] * x[b * n + k], 0, n - 1);
__global__ void sumOfSquares(const float *x, float *y, int n) {
    __shared__ float part[128];
    int tid = threadIdx.x;
    float acc = 0;
    for (int i = tid; i < n; i += 128)
        acc += x[blockIdx.x * n + i] * x[blockIdx.x * n + i];
    part[tid] = acc;
    __syncthreads();
    for (int h = 64; h > 0; h /= 2) {
        if (tid < h)
            part[tid] += part[tid + h];
        __syncthreads();
    }
    if (tid == 0)
        y[blockIdx.x] = part[0];
}

// Four elements at a time (SIMP-28).
//@ requires blockDim.x == 1 && gridDim.x == 1 && 0 <= n && n % 4 == 0 && n <= \length(x) && 1 <= \length(y);
//@ ensures y[0] == sum(k, x[k] * x[k], 0, n - 1);
__global__ void fourLanes(const float *x, float *y, int n) {
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    float acc = 0;
    for (int i = 0; i < n / 4; i++) {
        float4 v = x4[i];
        acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    y[0] = acc;
}
