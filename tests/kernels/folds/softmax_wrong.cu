// Softmax without the barrier behind which the array is used again, with threads of several blocks that write one row, and with an iteration
// too many.
//% verdict: not-verified

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
    peak = part[0]; //~ error: race
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

//@ requires 0 <= rows && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols ->
//@     y[r * cols + c] == exp(x[r * cols + c] - max_over(k, x[r * cols + k], 0, cols - 1))
//@         / sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void softmaxThread(const float *__restrict__ x, float *__restrict__ y, int rows, int cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += blockDim.x) {
        const float *in = x + row * cols;
        float *out = y + row * cols;
        float peak = in[0];
        for (int c = 1; c < cols; c++)
            peak = fmaxf(peak, in[c]);
        float total = 0.0f;
        for (int c = 0; c < cols; c++) {
            out[c] = expf(in[c] - peak); //~ error: race
            total += out[c]; //~ error: race
        }
        float scale = 1.0f / total;
        for (int c = 0; c < cols; c++)
            out[c] *= scale; //~ error: race
    }
}

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
    for (int c = 1; c <= cols; c++) {
        float next = fmaxf(peak, in[c]); //~ error: bounds
        total = total * expf(peak - next) + expf(in[c] - next);
        peak = next;
    }
    for (int c = 0; c < cols; c++)
        y[row * cols + c] = expf(in[c] - peak) / total;
}
