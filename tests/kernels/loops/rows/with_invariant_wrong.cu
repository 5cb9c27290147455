// RACE-42: with or without the invariant, rows that overlap race.
//% verdict: refuted

//@ requires 1 <= rows && 1 <= cols && rows * cols + 1 <= 2147483647;
//@ requires \length(x) == rows * cols && \length(y) == rows * cols + 1;
__global__ void oneTooFar(const float *x, float *y, int rows, int cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        //@ invariant 0 <= row;
        float *out = y + row * cols;
        for (int c = 0; c <= cols; c++)
            out[c] = row; //~ error: race
    }
}

// Only rows that no small launch has.
//% verdict of farBehind: not-verified
//@ requires 1 <= rows && 1 <= cols && rows * cols <= 100000;
//@ requires \length(y) == rows * cols;
__global__ void farBehind(float *y, int rows, int cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        //@ invariant 0 <= row;
        float *out = y + (row > 5000 ? row - 1 : row) * cols;
        for (int c = 0; c < cols; c++)
            out[c] = row; //~ error: race
    }
}
