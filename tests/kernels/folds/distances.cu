// Sums of squares under a root: they are not negative, before the laws of sums take them apart (LOOP-62).
//% verdict: verified

//@ requires 0 <= n && 0 <= m && 0 <= d && m <= gridDim.x * blockDim.x && n <= gridDim.y * blockDim.y;
//@ requires n * d <= \length(a) && m * d <= \length(b) && n * m <= \length(out);
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < m ->
//@   out[i * m + j] == sqrt(sum(k, (a[i * d + k] - b[j * d + k]) * (a[i * d + k] - b[j * d + k]), 0, d - 1));
__global__ void distances(const float *a, const float *b, float *out, int n, int m, int d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= m) return;
    float s = 0;
    for (int k = 0; k < d; k++) {
        float t = a[i * d + k] - b[j * d + k];
        s += t * t;
    }
    out[i * m + j] = sqrtf(s);
}

// Where a weight is not positive, nothing is added.
//@ requires 0 <= n && 0 <= d && n <= gridDim.x * blockDim.x && n * d <= \length(a) && d <= \length(w) && n <= \length(out);
//@ ensures \forall i. 0 <= i < n ->
//@   out[i] == sqrt(sum(k, (w[k] > 0 ? (2 * a[i * d + k] - w[k]) * (2 * a[i * d + k] - w[k]) : 0), 0, d - 1));
__global__ void chosen(const float *a, const float *w, float *out, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = 0; k < d; k++)
        if (w[k] > 0) s += (2 * a[i * d + k] - w[k]) * (2 * a[i * d + k] - w[k]);
    out[i] = sqrtf(s);
}
