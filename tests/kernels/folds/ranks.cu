// The rank of an element is how many are before it: all elements at their ranks, and the largest ones. No two have one rank.
//% verdict: verified
//% alarm: that ranks differ is a lemma, and `races` uses none

//@ requires 0 <= n <= \length(x) && n <= \length(y) && n <= gridDim.x * blockDim.x && n <= 1000000;
//@ ensures \forall i. 0 <= i < n -> y[count(k, x[k] < x[i] || x[k] == x[i] && k < i, 0, n - 1)] == x[i];
__global__ void rankSort(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = 0;
    for (int k = 0; k < n; k++)
        if (x[k] < x[i] || (x[k] == x[i] && k < i)) r++;
    y[r] = x[i];
}

//@ requires 0 <= n <= \length(x) && 0 <= m <= n && m <= \length(y) && n <= gridDim.x * blockDim.x && n <= 1000000;
//@ ensures \forall i. 0 <= i < n && count(k, x[k] > x[i] || x[k] == x[i] && k < i, 0, n - 1) < m -> y[count(k, x[k] > x[i] || x[k] == x[i] && k < i, 0, n - 1)] == x[i];
__global__ void topK(const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = 0;
    for (int k = 0; k < n; k++)
        if (x[k] > x[i] || (x[k] == x[i] && k < i)) r++;
    if (r < m) y[r] = x[i];
}
