// What is positive in each row goes to the row's begin, in order: a thread a row, and a block a row by a scan of flags.
//% verdict: verified
//% alarm: the scan needs an invariant, and `races` looks for none

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

//@ requires 0 <= gridDim.x * blockDim.x <= \length(x) && gridDim.x * blockDim.x <= \length(y) && blockDim.x <= 1024 && gridDim.x * blockDim.x <= 1000000;
//@ ensures \forall r, c. 0 <= r < gridDim.x && 0 <= c < blockDim.x && x[r * blockDim.x + c] > 0 ->
//@    y[r * blockDim.x + count(k, x[r * blockDim.x + k] > 0, 0, c - 1)] == x[r * blockDim.x + c];
__global__ void rowCompactB(const float *x, float *y) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    float v = x[blockIdx.x * blockDim.x + t];
    int keep = v > 0 ? 1 : 0;
    s[t] = keep;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int a = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += a;
        __syncthreads();
    }
    if (keep) y[blockIdx.x * blockDim.x + s[t] - 1] = v;
}
