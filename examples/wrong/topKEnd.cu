// The element of rank `m` is stored as well.
//
// Found: a place behind the end.
//
//% verdict: refuted

//@ requires 0 <= n <= \length(x) && 0 <= m <= \length(y) && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n && count(k, x[k] > x[i] || x[k] == x[i] && k < i, 0, n - 1) < m ->
//@     y[count(k, x[k] > x[i] || x[k] == x[i] && k < i, 0, n - 1)] == x[i];
__global__ void topK(const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int k = 0; k < n; k++)
        if (x[k] > x[i] || x[k] == x[i] && k < i) rank++;
    if (rank <= m) y[rank] = x[i]; //~ error: bounds
}
