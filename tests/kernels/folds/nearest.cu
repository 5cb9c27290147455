// The nearest of several points, and the smallest element: the first one is taken in any case.
//% verdict: verified

//@ requires 0 < n && 0 < k && 0 < d && n * d <= 1000000 && k * d <= 1000000 && \length(x) == n * d && \length(c) == k * d && \length(a) == n && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= a[i] < k && \forall j. 0 <= j < k -> sum(e, (x[i * d + e] - c[a[i] * d + e]) * (x[i * d + e] - c[a[i] * d + e]), 0, d - 1) <= sum(e, (x[i * d + e] - c[j * d + e]) * (x[i * d + e] - c[j * d + e]), 0, d - 1);
__global__ void nearest(const float *x, const float *c, int *a, int n, int k, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = 0;
    int at = 0;
    for (int j = 0; j < k; j++) {
        float s = 0;
        for (int e = 0; e < d; e++) {
            float t = x[i * d + e] - c[j * d + e];
            s += t * t;
        }
        if (j == 0 || s < best) { best = s; at = j; }
    }
    a[i] = at;
}

//@ requires 0 < n && 0 < w && n * w <= 1000000 && \length(x) == n * w && \length(at) == n && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= at[i] < w && \forall k. 0 <= k < w -> x[i * w + at[i]] <= x[i * w + k];
//@ ensures \forall i, k. 0 <= i < n && 0 <= k < at[i] -> x[i * w + at[i]] < x[i * w + k];
__global__ void smallest(const float *x, int *at, int n, int w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float least;
    int where = -1;
    for (int k = 0; k < w; k++)
        if (k == 0 || x[i * w + k] < least) {
            least = x[i * w + k];
            where = k;
        }
    at[i] = where;
}
