// Softmax by a warp whose sum leaves out the last round of shuffles.
//
//% verdict: refuted

#define WARP 32

//@ requires blockDim.x == WARP && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires 0 <= rows <= gridDim.x * blockDim.y && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ requires \forall e. 0 <= e < rows * cols -> -INFINITY < x[e];
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols -> //~ error: ensures
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
    for (int d = WARP / 2; d > 1; d >>= 1)
        total += __shfl_xor_sync(0xffffffffu, total, d);
    for (int c = lane; c < cols; c += WARP)
        y[row * cols + c] = expf(in[c] - peak) / total;
}
