// Loops that are no such tree: with a size that is no power of two, that stop early, in which a thread is missing, or that not all blocks run.
//% verdict: not-verified

//@ requires \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void anySize(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void stopsEarly(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 1; s /= 2) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void beginsLate(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 4; s > 0; s /= 2) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void lastIsMissing(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid + 1 < s || tid == 0)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void someBlocks(const float *in, float *out, int m) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    if (blockIdx.x < m)
        for (int s = blockDim.x / 2; s > 0; s /= 2) {
            if (tid < s)
                sh[tid] += sh[tid + s];
            __syncthreads();
        }
    if (tid == 0)
        out[blockIdx.x] = sh[0];
}

// Whoever runs the body knows that m is positive.
//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void onlyIf(const float *in, float *out, int m) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    if (0 < m)
        for (int s = blockDim.x / 2; s > 0; s /= 2) {
            if (tid < s)
                sh[tid] += sh[tid + s];
            __syncthreads();
        }
    if (tid == 0)
        out[blockIdx.x] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void twoWrites(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
        if (tid == 1)
            sh[tid] = 0;
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, blockDim.x - 1); //~ error: ensures
__global__ void leaves(const float *in, float *out, int m) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
        if (s == m)
            break;
    }
    if (tid == 0)
        out[0] = sh[0];
}

// Blocks that do not enter the tree.
//@ requires \is_pow2(blockDim.x) && 2 <= blockDim.x && \length(s) == blockDim.x && 1 <= gridDim.x && gridDim.x <= \length(out) && blockDim.x <= \length(in) && n > 0;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[k], 0, blockDim.x - 1);
//~^ error: ensures
__global__ void blocksThatDoNotEnter(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (blockIdx.x < n) {
        for (int h = blockDim.x / 2; h > 0; h /= 2) {
            if (t < h) s[t] += s[t + h];
            __syncthreads();
        }
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
