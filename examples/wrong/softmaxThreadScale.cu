// Softmax that multiplies by the sum of the exponentials instead of dividing by it.
//
//% verdict: refuted

//@ requires 0 <= rows && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols -> //~ error: ensures
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
        float scale = total;
        for (int c = 0; c < cols; c++)
            out[c] *= scale;
    }
}
