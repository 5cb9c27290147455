// Reductions as production code has them: in two levels through a function for warps, of two values at once, a row a warp, and a
// tree in shared memory that the last warp ends by shuffles.
//% verdict: verified

__inline__ __device__ float sumOfWarp(float value) {
    for (int away = warpSize / 2; away > 0; away /= 2)
        value += __shfl_down_sync(0xffffffffu, value, away);
    return value;
}

__inline__ __device__ float sumOfBlock(float value) {
    static __shared__ float ofWarps[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    value = sumOfWarp(value);
    if (lane == 0)
        ofWarps[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / warpSize ? ofWarps[lane] : 0;
    if (warp == 0)
        value = sumOfWarp(value);
    return value;
}

//@ requires blockDim.x % 32 == 0 && 0 <= n <= \length(in) && \length(out) == gridDim.x;
//@ ensures sum(b, out[b], 0, gridDim.x - 1) == sum(k, in[k], 0, n - 1);
__global__ void gridStride(const float *in, float *out, int n) {
    float own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        own += in[i];
    own = sumOfBlock(own);
    if (threadIdx.x == 0)
        out[blockIdx.x] = own;
}

//@ requires blockDim.x == 32 && 1 <= n && gridDim.x * n <= \length(x) && gridDim.x <= \length(mean) && gridDim.x <= \length(squares);
//@ ensures \forall b. 0 <= b < gridDim.x -> mean[b] == sum(k, x[b * n + k], 0, n - 1) / n;
//@ ensures \forall b. 0 <= b < gridDim.x -> squares[b] == sum(k, x[b * n + k] * x[b * n + k], 0, n - 1);
__global__ void moments(const float *x, float *mean, float *squares, int n) {
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        float v = x[blockIdx.x * n + i];
        s += v;
        q += v * v;
    }
#pragma unroll
    for (int m = 16; m > 0; m >>= 1) {
        s += __shfl_xor_sync(0xffffffff, s, m);
        q += __shfl_xor_sync(0xffffffff, q, m);
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = s / n;
        squares[blockIdx.x] = q;
    }
}

//@ requires blockDim.x == 32 && 0 <= cols && cols <= \length(v);
//@ requires gridDim.x * blockDim.y * cols <= \length(a) && gridDim.x * blockDim.y <= \length(y);
//@ ensures \forall r. 0 <= r < gridDim.x * blockDim.y -> y[r] == sum(k, a[r * cols + k] * v[k], 0, cols - 1);
__global__ void rowOfWarp(const float *a, const float *v, float *y, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float own = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        own += a[row * cols + c] * v[c];
    own += __shfl_down_sync(0xffffffff, own, 16);
    own += __shfl_down_sync(0xffffffff, own, 8);
    own += __shfl_down_sync(0xffffffff, own, 4);
    own += __shfl_down_sync(0xffffffff, own, 2);
    own += __shfl_down_sync(0xffffffff, own, 1);
    if (threadIdx.x == 0)
        y[row] = own;
}

//@ requires blockDim.x == 256 && \length(x) == blockDim.x * gridDim.x && \length(y) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> y[b] == max_over(k, x[b * 256 + k], 0, 255);
__global__ void endsInWarp(const int *x, int *y) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int h = 128; h >= 32; h >>= 1) {
        if (t < h)
            s[t] = max(s[t], s[t + h]);
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t];
        for (int d = 16; d > 0; d >>= 1)
            v = max(v, __shfl_down_sync(0xffffffff, v, d));
        if (t == 0)
            y[blockIdx.x] = v;
    }
}
