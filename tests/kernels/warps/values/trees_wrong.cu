// Trees with a step left out, twice or too far, with lanes that take no part, and of an operation that is none.
//% verdict: not-verified

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void lastIsMissing(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 1; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 15); //~ error: ensures
__global__ void twice(const float *in, float *out) {
    float v = in[threadIdx.x];
    v += __shfl_down_sync(0xffffffff, v, 8);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_down_sync(0xffffffff, v, 1);
    if (threadIdx.x == 0)
        out[0] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 32;
//@ ensures out[1] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void notTheFirst(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    out[threadIdx.x] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void halfTakesPart(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        if (threadIdx.x < 16)
            v += __shfl_xor_sync(0x0000ffff, v, d, 16);
    if (threadIdx.x == 0)
        out[0] = v;
}

//@ requires blockDim.x == 16 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void noSuchLanes(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffff, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void difference(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v -= __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void mixed(const float *in, float *out) {
    float v = in[threadIdx.x];
    v += __shfl_down_sync(0xffffffff, v, 16);
    v += __shfl_down_sync(0xffffffff, v, 8);
    v = fmaxf(v, __shfl_down_sync(0xffffffff, v, 4));
    v += __shfl_down_sync(0xffffffff, v, 2);
    v += __shfl_down_sync(0xffffffff, v, 1);
    if (threadIdx.x == 0)
        out[0] = v;
}

// The block may have fewer threads than the tree has cells.
//@ requires blockDim.x <= 128 && gridDim.x == 1 && \length(in) == 128 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 127); //~ error: ensures
__global__ void fewThreads(const float *in, float *out) {
    __shared__ float part[128];
    int tid = threadIdx.x;
    for (int i = tid; i < 128; i += blockDim.x)
        part[i] = in[i];
    __syncthreads();
    for (int h = 64; h > 0; h /= 2) {
        if (tid < h)
            part[tid] += part[tid + h];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = part[0];
}

//@ requires blockDim.x == 128 && gridDim.x == 1 && \length(in) == 128 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 127); //~ error: ensures
__global__ void oneTooFew(const float *in, float *out) {
    __shared__ float part[128];
    int tid = threadIdx.x;
    part[tid] = in[tid];
    __syncthreads();
    for (int h = 64; h > 0; h /= 2) {
        if (tid < h - 1 || tid == 0)
            part[tid] += part[tid + h];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = part[0];
}

// Written in between.
//@ requires blockDim.x == 128 && gridDim.x == 1 && \length(in) == 128 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, 127); //~ error: ensures
__global__ void disturbed(const float *in, float *out) {
    __shared__ float part[128];
    int tid = threadIdx.x;
    part[tid] = in[tid];
    __syncthreads();
    for (int h = 64; h > 0; h /= 2) {
        if (tid < h)
            part[tid] += part[tid + h];
        __syncthreads();
        if (tid == 1 && h == 8)
            part[tid] = 0;
        __syncthreads();
    }
    if (tid == 0)
        out[0] = part[0];
}

//@ requires blockDim.x == 1 && gridDim.x == 1 && 0 <= n && n <= \length(x) && 1 <= \length(y);
//@ ensures y[0] == sum(k, x[k] * x[k], 0, n - 1); //~ error: ensures
__global__ void withoutTail(const float *x, float *y, int n) {
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    float acc = 0;
    for (int i = 0; i < n / 4; i++) {
        float4 v = x4[i];
        acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    y[0] = acc;
}

// Blocks that take part in some steps only.
//@ requires blockDim.x == 8 && \length(s) == 8 && 1 <= gridDim.x && gridDim.x <= \length(out) && n > 0;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == 8;
//~^ error: ensures
__global__ void blocksOfSomeSteps(int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int h = 4; h > 0; h >>= 1) {
        if (t < h && (h > 2 || blockIdx.x % 2 == 0)) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && \length(s) == 8 && 1 <= gridDim.x && gridDim.x <= \length(out) && n > 0;
//@ ensures \forall b. 0 <= b < gridDim.x && b % 2 == 0 -> out[b] == 8;
//~^ error: ensures
__global__ void anotherStepOfBlocks(int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int h = 4; h > 0; h >>= 1) {
        if (t < h && (h != 2 || blockIdx.x % 4 == 0)) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
