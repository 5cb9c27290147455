// The squares are those of the values, not of their distances from the mean.
//
//% verdict: refuted

//@ logic real mean(real x[], int from, int n) = n < 1 ? 0 : sum(k, x[k], from, from + n - 1) / n;
//@ logic real variance(real x[], int from, int n) = n < 1 ? 0 : sum(k, (x[k] - mean(x, from, n)) * (x[k] - mean(x, from, n)), from, from + n - 1) / n;

//@ requires 1 <= n && blockDim.x == 32 && 0 < eps && n <= \length(gain) && n <= \length(bias);
//@ requires gridDim.x * n <= \length(x) && gridDim.x * n <= \length(y);
//@ ensures \forall r, j. 0 <= r < gridDim.x && 0 <= j < n -> y[r * n + j] == (x[r * n + j] - mean(x, r * n, n)) * rsqrtf(variance(x, r * n, n) + eps) * gain[j] + bias[j]; //~ error: ensures
__global__ void layerNorm(const float *x, const float *gain, const float *bias, float *y, int n, float eps) {
    const float *row = x + blockIdx.x * n;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) sum += row[i];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    float mean = sum / n, squares = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) squares += row[i] * row[i];
    for (int o = 16; o > 0; o >>= 1) squares += __shfl_xor_sync(0xffffffff, squares, o);
    float scale = rsqrtf(squares / n + eps);
    for (int i = threadIdx.x; i < n; i += 32) y[blockIdx.x * n + i] = (row[i] - mean) * scale * gain[i] + bias[i];
}
