// Softmax in one pass: the sum of the exponentials is rescaled whenever there is a larger element.
//
// Proved: the result is that of two passes, for every size.
//
//% verdict: verified

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
