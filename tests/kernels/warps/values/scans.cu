// Prefix sums of lanes by shuffles from below (WARP-41).
//% verdict: verified

//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i);
__global__ void ofWarps(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    y[i] = v;
}

// A choice in place of the branch; what stands before a lane.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i - 1);
__global__ void exclusive(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = x[i], own = v;
    for (int d = 1; d < 32; d <<= 1) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        v += lane >= d ? u : 0.0f;
    }
    y[i] = v - own;
}

// Groups of eight, maxima.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == max_over(k, x[k], i - i % 8, i);
__global__ void maxima(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 8;
    float v = x[i];
    for (int d = 1; d < 8; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d, 8);
        if (lane >= d) v = fmaxf(v, u);
    }
    y[i] = v;
}

// Two levels, any number of warps.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall b, i. 0 <= b < gridDim.x && 0 <= i < blockDim.x ->
//@     y[b * blockDim.x + i] == sum(k, x[b * blockDim.x + k], 0, i);
__global__ void ofBlocks(const float *x, float *y) {
    __shared__ float part[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float v = x[blockIdx.x * blockDim.x + t];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float p = lane < blockDim.x / 32 ? part[lane] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffff, p, d);
            if (lane >= d) p += u;
        }
        part[lane] = p;
    }
    __syncthreads();
    if (warp > 0) v += part[warp - 1];
    y[blockIdx.x * blockDim.x + t] = v;
}

// The second level in eight lanes, which are named.
//@ requires blockDim.x == 256 && \length(x) == 256 * gridDim.x && \length(y) == \length(x);
//@ ensures \forall b, i. 0 <= b < gridDim.x && 0 <= i < 256 -> y[b * 256 + i] == sum(k, x[b * 256 + k], 0, i - 1);
__global__ void eightWarps(const float *x, float *y) {
    __shared__ float totals[8];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    float own = x[blockIdx.x * 256 + t], v = own;
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0 && lane < 8) {
        float s = totals[lane];
        for (int d = 1; d < 8; d *= 2) {
            float u = __shfl_up_sync(0xff, s, d);
            if (lane >= d) s += u;
        }
        totals[lane] = s;
    }
    __syncthreads();
    float before = warp > 0 ? totals[warp - 1] : 0.0f;
    y[blockIdx.x * 256 + t] = before + v - own;
}

// What a shuffle brings has a name of its own, in a tree as well.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i - i % 32 + 31);
__global__ void namedInATree(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, v, d);
        v = v + other;
    }
    y[i] = v;
}
