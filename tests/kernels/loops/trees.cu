// Loops that halve a distance until it is 0 combine the cells of a block whose size is a power of two (WARP-29).
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x * gridDim.x && \length(part) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> part[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void sumOfBlock(const float *in, float *part) {
    extern __shared__ float sh[];
    unsigned tid = threadIdx.x;
    sh[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        part[blockIdx.x] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && 0 <= n <= \length(in) && \length(part) == gridDim.x;
//@ ensures sum(b, part[b], 0, gridDim.x - 1) == sum(k, in[k], 0, n - 1);
__global__ void sumOfGrid(const float *in, float *part, int n) {
    extern __shared__ float sh[];
    unsigned tid = threadIdx.x;
    float acc = 0;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x)
        acc += in[i];
    sh[tid] = acc;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sh[tid] += sh[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        part[blockIdx.x] = sh[0];
}

//@ requires \is_pow2(blockDim.x) && \length(sh) == blockDim.x && \length(in) == blockDim.x && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == max_over(k, in[k], 0, blockDim.x - 1);
__global__ void greatest(const float *in, float *out) {
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    sh[tid] = in[tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s != 0; s /= 2) {
        if (tid < s)
            sh[tid] = fmaxf(sh[tid], sh[tid + s]);
        __syncthreads();
    }
    if (tid == 0)
        out[0] = sh[0];
}

// The tree is in the blocks that enter it.
//@ requires \is_pow2(blockDim.x) && 2 <= blockDim.x && \length(s) == blockDim.x && 1 <= gridDim.x && gridDim.x <= \length(out) && blockDim.x <= \length(in) && n > 0;
//@ ensures \forall b. 0 <= b < gridDim.x && b < n -> out[b] == sum(k, in[k], 0, blockDim.x - 1);
__global__ void someBlocks(const int *in, int *out, int n) {
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
