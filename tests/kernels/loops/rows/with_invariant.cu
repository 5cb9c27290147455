// RACE-42: an invariant on a strided loop over rows does not stand in the way of what is known of its races without one.
//% verdict: verified

//@ requires 0 <= rows && 1 <= cols && rows * cols <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols -> y[r * cols + c] == x[r * cols + c] - x[r * cols];
__global__ void fromFirst(const float *x, float *y, int rows, int cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        //@ invariant 0 <= row;
        const float *in = x + row * cols;
        float *out = y + row * cols;
        for (int c = 0; c < cols; c++)
            out[c] = in[c];
        for (int c = 0; c < cols; c++)
            out[c] -= in[0];
    }
}
