// Softmax by a block that shares only the last exponential of each thread.
//
//% verdict: refuted

//@ requires \is_pow2(blockDim.x) && \length(part) == blockDim.x;
//@ requires 1 <= cols && gridDim.x * cols <= 2147483647 && \length(x) == gridDim.x * cols && \length(y) == gridDim.x * cols;
//@ requires \forall e. 0 <= e < gridDim.x * cols -> -INFINITY < x[e];
//@ ensures \forall r, c. 0 <= r < gridDim.x && 0 <= c < cols -> //~ error: ensures
//@     y[r * cols + c] == exp(x[r * cols + c] - max_over(k, x[r * cols + k], 0, cols - 1))
//@         / sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void softmaxBlock(const float *x, float *y, int cols) {
    extern __shared__ float part[];
    int tid = threadIdx.x;
    const float *in = x + blockIdx.x * cols;
    float *out = y + blockIdx.x * cols;
    float peak = -INFINITY;
    for (int c = tid; c < cols; c += blockDim.x)
        peak = fmaxf(peak, in[c]);
    part[tid] = peak;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] = fmaxf(part[tid], part[tid + half]);
        __syncthreads();
    }
    peak = part[0];
    __syncthreads();
    float total = 0.0f;
    for (int c = tid; c < cols; c += blockDim.x)
        total = expf(in[c] - peak);
    part[tid] = total;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    total = part[0];
    for (int c = tid; c < cols; c += blockDim.x)
        out[c] = expf(in[c] - peak) / total;
}
