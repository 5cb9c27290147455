// The loop stops before the diagonal, which the contract includes.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> y[j] == sum(k, L[j * n + k] * x[k], 0, j);
//~^ error: ensures
__global__ void triangular(const double *L, const double *x, double *y, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double dot = 0.0;
        for (int k = 0; k < row; k++) {
            //@ invariant 0 <= k <= row;
            //@ invariant dot == sum(q, L[row * n + q] * x[q], 0, k - 1);
            dot += L[row * n + k] * x[k];
        }
        y[row] = dot;
    }
}
