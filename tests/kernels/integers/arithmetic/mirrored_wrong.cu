// Mirrored about the wrong place: one cell beyond the array, and rows that are not mirrored.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x && \length(in) == n && \length(out) == n;
//@ ensures \forall j. 0 <= j < n -> out[n - 1 - j] == in[j]; //~ error: ensures
__global__ void beyond(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[n - i] = in[i]; //~ error: bounds
}

//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y;
//@ requires \length(in) == w * h && \length(out) == w * h;
//@ ensures \forall x, y. 0 <= x < w && 0 <= y < h -> out[y * w + x] == in[(h - 1 - y) * w + (w - 1 - x)]; //~ error: ensures
__global__ void columnsOnly(const unsigned char *in, unsigned char *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + (w - 1 - x)] = in[y * w + x];
}
