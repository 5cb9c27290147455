//% verdict: verified
//% options: --float exact
// A loop that adds in order computes the fold of the contract bit for bit; both factors may change places.

//@ requires 0 <= n && 0 <= rows <= blockDim.x * gridDim.x;
//@ requires rows * n <= \length(a) && n <= \length(x) && rows <= \length(y);
//@ ensures \forall j. 0 <= j < rows -> y[j] == sum(k, x[k] * a[n * j + k], 0, n - 1);
__global__ void rowTimesColumn(const float *a, const float *x, float *y, int rows, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float total = 0.0f;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && total == sum(i, a[n * row + i] * x[i], 0, k - 1);
        total += a[row * n + k] * x[k];
    }
    y[row] = total;
}
