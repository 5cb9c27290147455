// Product of a lower triangular matrix and a vector: each thread's inner loop has its own length.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires \length(L) == n * n && \length(x) == n && \length(y) == n;
//@ ensures \forall j. 0 <= j < n -> y[j] == sum(k, L[j * n + k] * x[k], 0, j);
__global__ void triangular(const double *L, const double *x, double *y, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double dot = 0.0;
        for (int k = 0; k <= row; k++) {
            //@ invariant 0 <= k <= row + 1;
            //@ invariant dot == sum(q, L[row * n + q] * x[q], 0, k - 1);
            dot += L[row * n + k] * x[k];
        }
        y[row] = dot;
    }
}
