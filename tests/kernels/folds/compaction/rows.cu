// What is positive in each row goes to the row's begin, in order, a thread a row. With a block a row: examples/scans/compactRows.cu.
//% verdict: verified

//@ requires 0 <= rows && 0 <= n && rows * n <= \length(x) && rows * n <= \length(y) && rows <= gridDim.x * blockDim.x && rows * n <= 1000000 && rows <= \length(len);
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < n && x[r * n + c] > 0 -> y[r * n + count(k, x[r * n + k] > 0, 0, c - 1)] == x[r * n + c];
//@ ensures \forall r. 0 <= r < rows -> len[r] == count(k, x[r * n + k] > 0, 0, n - 1);
__global__ void rowCompact(const float *x, float *y, int *len, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int m = 0;
    for (int c = 0; c < n; c++)
        if (x[r * n + c] > 0) { y[r * n + m] = x[r * n + c]; m++; }
    len[r] = m;
}
