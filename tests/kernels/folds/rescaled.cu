// Sums that are rescaled by exponentials as they go, in the forms in which code keeps them: from nothing and -INFINITY, under a branch, of
// powers of two, and beside the row of an attention head. Of each the loop's result is known without an invariant.
//% verdict: verified

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(m) == rows && \length(d) == rows;
//@ requires \forall e. 0 <= e < rows * cols -> -INFINITY < x[e];
//@ ensures \forall r. 0 <= r < rows -> m[r] == max_over(q, x[r * cols + q], 0, cols - 1);
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void fromNothing(const float *x, float *m, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = -INFINITY, total = 0.0f;
    for (int c = 0; c < cols; ++c) {
        float v = x[row * cols + c];
        float old = peak;
        peak = fmaxf(peak, v);
        total = total * __expf(old - peak) + __expf(v - peak);
    }
    m[row] = peak;
    d[row] = total;
}

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void underBranch(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = x[row * cols], total = 1.0f;
    for (int c = 1; c < cols; ++c) {
        float v = x[row * cols + c];
        if (v > peak) {
            total = total * expf(peak - v) + 1.0f;
            peak = v;
        } else {
            total += expf(v - peak);
        }
    }
    d[row] = total;
}

//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= cols && \length(x) == rows * cols && \length(d) == rows;
//@ ensures \forall r. 0 <= r < rows -> d[r] == sum(k, exp2(x[r * cols + k] - max_over(q, x[r * cols + q], 0, cols - 1)), 0, cols - 1);
__global__ void powersOfTwo(const float *x, float *d, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float peak = x[row * cols], total = 1.0f;
    for (int c = 1; c < cols; ++c) {
        float next = fmaxf(peak, x[row * cols + c]);
        total = fmaf(total, exp2f(peak - next), exp2f(x[row * cols + c] - next));
        peak = next;
    }
    d[row] = total;
}

// The row of an attention head, one output element after the other: the weighted sum of the values is rescaled with the sum of weights.
//@ requires 0 <= rows <= gridDim.x * blockDim.x && 1 <= keys && 0 <= dim && \length(s) == rows * keys && \length(v) == keys * dim && \length(y) == rows * dim;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < dim ->
//@     y[r * dim + c] == sum(k, exp(s[r * keys + k] - max_over(q, s[r * keys + q], 0, keys - 1)) * v[k * dim + c], 0, keys - 1)
//@         / sum(k, exp(s[r * keys + k] - max_over(q, s[r * keys + q], 0, keys - 1)), 0, keys - 1);
__global__ void attention(const float *s, const float *v, float *y, int rows, int keys, int dim) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (int c = 0; c < dim; ++c) {
        float peak = s[row * keys], total = 1.0f, value = v[c];
        for (int k = 1; k < keys; ++k) {
            float next = fmaxf(peak, s[row * keys + k]);
            float scale = expf(peak - next), weight = expf(s[row * keys + k] - next);
            total = total * scale + weight;
            value = value * scale + weight * v[k * dim + c];
            peak = next;
        }
        y[row * dim + c] = value / total;
    }
}
