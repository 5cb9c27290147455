// The same without the largest value in the quotients' numerators, without the last element in the sum, and where the rows may be empty.
//% verdict: not-verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= n && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < n -> y[r * n + c] == exp(x[r * n + c] - max_over(k, x[r * n + k], 0, n - 1)) / sum(k, exp(x[r * n + k] - max_over(l, x[r * n + l], 0, n - 1)), 0, n - 1); //~ error: ensures
__global__ void withoutLargest(const float *x, float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float most = x[r * n];
        for (int i = 1; i < n; i++)
            most = fmaxf(most, x[r * n + i]);
        float total = 0;
        for (int i = 0; i < n; i++)
            total += expf(x[r * n + i] - most);
        for (int i = 0; i < n; i++)
            y[r * n + i] = expf(x[r * n + i]) / total;
    }
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= n && rows * n <= \length(x) && rows <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(k, x[r * n + k], 0, n - 1); //~ error: ensures
__global__ void withoutLast(const float *x, float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float total = 0;
        for (int i = 0; i < n - 1; i++)
            total += x[r * n + i];
        y[r] = total;
    }
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= n && rows * n <= \length(x) && rows <= \length(y);
__global__ void emptyRows(const float *x, float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float total = 0;
        for (int i = 0; i < n; i++)
            total += expf(x[r * n + i]);
        y[r] = 1 / total; //~ error: division
    }
}
