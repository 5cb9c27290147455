// Sums of products that are no squares may be negative.
//% verdict: not-verified

//@ requires 0 <= n && 0 <= d && n <= gridDim.x * blockDim.x && n * d <= \length(a) && d <= \length(b) && n <= \length(out);
__global__ void product(const float *a, const float *b, float *out, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = 0; k < d; k++) s += (a[i * d + k] - b[k]) * (a[i * d + k] + b[k]);
    out[i] = sqrtf(s); //~ error: division
}

//@ requires 0 <= n && 0 <= d && n <= gridDim.x * blockDim.x && n * d <= \length(a) && n <= \length(out);
__global__ void startsBelow(const float *a, float *out, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = -1;
    for (int k = 0; k < d; k++) s += a[i * d + k] * a[i * d + k];
    out[i] = sqrtf(s); //~ error: division
}
