// Rescaled wrongly: with the sides exchanged, in one branch only, by a value that another one follows, or begun with a sum that is not that
// of the first element.
//% verdict: not-verified

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1); //~ error: ensures
__global__ void exchanged(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = x[row * cols], total = 1.0f;
    for (int c = 1; c < cols; ++c) {
        float next = fmaxf(peak, x[row * cols + c]);
        total = total * expf(next - peak) + expf(x[row * cols + c] - next);
        peak = next;
    }
    d[row] = total;
}

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1); //~ error: ensures
__global__ void oneBranchOnly(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = x[row * cols], total = 1.0f;
    for (int c = 1; c < cols; ++c) {
        float v = x[row * cols + c];
        if (v > peak) {
            total = total + 1.0f;
            peak = v;
        } else {
            total += expf(v - peak);
        }
    }
    d[row] = total;
}

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1); //~ error: ensures
__global__ void begunWithNothing(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = x[row * cols], total = 0.0f;
    for (int c = 1; c < cols; ++c) {
        float next = fmaxf(peak, x[row * cols + c]);
        total = total * expf(peak - next) + expf(x[row * cols + c] - next);
        peak = next;
    }
    d[row] = total;
}

// A scale that another one follows in the next iteration.
//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - x[r * cols + cols - 1]), 0, cols - 1); //~ error: ensures
__global__ void scaleOfOthers(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float last = x[row * cols], total = 1.0f;
    for (int c = 1; c < cols; ++c) {
        total = total * expf(last - x[row * cols + c]) + 1.0f;
        last = x[row * cols + c - 1];
    }
    d[row] = total;
}
