// The row's largest element, where the search begins with 0.
//
// Found: a row of negative numbers.
//
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(x) && rows <= \length(at);
//@ ensures \forall r. 0 <= r < rows -> 0 <= at[r] < cols && (\forall k. 0 <= k < cols -> x[r * cols + k] <= x[r * cols + at[r]]) && (\forall k. 0 <= k < at[r] -> x[r * cols + k] < x[r * cols + at[r]]); //~ error: ensures
__global__ void argmax(const float *x, int *at, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float best = 0.0f;
    int found = 0;
    for (int c = 1; c < cols; c++) {
        if (x[r * cols + c] > best) {
            best = x[r * cols + c];
            found = c;
        }
    }
    at[r] = found;
}
