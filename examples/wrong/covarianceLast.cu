// The first row is left out.
//
//% verdict: refuted

//@ requires 0 < n && 0 < m && m <= blockDim.x * gridDim.x && n * m <= \length(d) && m * m <= \length(c);
//@ ensures \forall i, j. 0 <= i <= j && j < m -> c[i * m + j] == sum(k, d[k * m + i] * d[k * m + j], 0, n - 1); //~ error: ensures
//@ ensures \forall i, j. 0 <= i <= j && j < m -> c[j * m + i] == c[i * m + j];
__global__ void covariance(const float *d, float *c, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    for (int j = i; j < m; j++) {
        float s = 0;
        for (int k = 1; k < n; k++) s += d[k * m + i] * d[k * m + j];
        c[i * m + j] = s;
        c[j * m + i] = s;
    }
}
