// The row's largest element, the last of them where there are several.
//
// Found: the one before is as large.
//
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(x) && rows <= \length(at);
//@ ensures \forall r. 0 <= r < rows -> 0 <= at[r] < cols && (\forall k. 0 <= k < cols -> x[r * cols + k] <= x[r * cols + at[r]]) && (\forall k. 0 <= k < at[r] -> x[r * cols + k] < x[r * cols + at[r]]); //~ error: ensures
__global__ void argmax(const float *x, int *at, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float best = x[r * cols];
    int found = 0;
    for (int c = 1; c < cols; c++) {
        if (x[r * cols + c] >= best) {
            best = x[r * cols + c];
            found = c;
        }
    }
    at[r] = found;
}
