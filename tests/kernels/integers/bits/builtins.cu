// `min`, `max` and `abs`, on integers and on reals.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> gap[j] == \abs(a[j] - b[j]);
//@ ensures \forall j. 0 <= j < n -> low[j] <= x[j] && low[j] <= y[j] && (low[j] == x[j] || low[j] == y[j]);
__global__ void gaps(const int *a, const int *b, int *gap, const float *x, const float *y, float *low, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    gap[i] = max(a[i], b[i]) - min(a[i], b[i]);
    low[i] = fminf(x[i], y[i]);
}
