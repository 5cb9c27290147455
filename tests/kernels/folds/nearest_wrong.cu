// The second one is taken in any case, the farthest, and the smallest so far that is not kept.
//% verdict: not-verified

//@ requires 0 < n && 0 < k && 0 < d && n * d <= 1000000 && k * d <= 1000000 && \length(x) == n * d && \length(c) == k * d && \length(a) == n && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= a[i] < k && \forall j. 0 <= j < k -> sum(e, (x[i * d + e] - c[a[i] * d + e]) * (x[i * d + e] - c[a[i] * d + e]), 0, d - 1) <= sum(e, (x[i * d + e] - c[j * d + e]) * (x[i * d + e] - c[j * d + e]), 0, d - 1); //~ error: ensures
__global__ void second(const float *x, const float *c, int *a, int n, int k, int d) {
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
        if (j == 1 || s < best) { best = s; at = j; }
    }
    a[i] = at;
}

//@ requires 0 < n && 0 < k && 0 < d && n * d <= 1000000 && k * d <= 1000000 && \length(x) == n * d && \length(c) == k * d && \length(a) == n && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= a[i] < k && \forall j. 0 <= j < k -> sum(e, (x[i * d + e] - c[a[i] * d + e]) * (x[i * d + e] - c[a[i] * d + e]), 0, d - 1) <= sum(e, (x[i * d + e] - c[j * d + e]) * (x[i * d + e] - c[j * d + e]), 0, d - 1); //~ error: ensures
__global__ void farthest(const float *x, const float *c, int *a, int n, int k, int d) {
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
        if (j == 0 || s > best) { best = s; at = j; }
    }
    a[i] = at;
}

//@ requires 0 < n && 0 < k && 0 < d && n * d <= 1000000 && k * d <= 1000000 && \length(x) == n * d && \length(c) == k * d && \length(a) == n && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= a[i] < k && \forall j. 0 <= j < k -> sum(e, (x[i * d + e] - c[a[i] * d + e]) * (x[i * d + e] - c[a[i] * d + e]), 0, d - 1) <= sum(e, (x[i * d + e] - c[j * d + e]) * (x[i * d + e] - c[j * d + e]), 0, d - 1); //~ error: ensures
__global__ void forgets(const float *x, const float *c, int *a, int n, int k, int d) {
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
        if (j == 0 || s < best) at = j;
    }
    a[i] = at;
}
