// Indices that count backwards: the whole array, the blocks, the threads of a block, the rows and columns of an image.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x && \length(in) == n && \length(out) == n;
//@ ensures \forall j. 0 <= j < n -> out[n - 1 - j] == in[j];
__global__ void whole(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        int to = n - 1 - i;
        out[to] = in[i];
    }
}

//@ requires n == blockDim.x * gridDim.x && \length(in) == n && \length(out) == n;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[(gridDim.x - 1 - b) * blockDim.x + t] == in[b * blockDim.x + t];
__global__ void blocks(const float *in, float *out, int n) {
    int from = gridDim.x - 1 - blockIdx.x;
    out[from * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

//@ requires n == blockDim.x * gridDim.x && \length(in) == n && \length(out) == n;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == in[b * blockDim.x + (blockDim.x - 1 - t)];
__global__ void threads(const float *in, float *out, int n) {
    int base = blockIdx.x * blockDim.x;
    out[base + blockDim.x - 1 - threadIdx.x] = in[base + threadIdx.x];
}

//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y;
//@ requires \length(in) == w * h && \length(out) == w * h;
//@ ensures \forall x, y. 0 <= x < w && 0 <= y < h -> out[y * w + x] == in[(h - 1 - y) * w + (w - 1 - x)];
__global__ void image(const unsigned char *in, unsigned char *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[(h - 1 - y) * w + (w - 1 - x)] = in[y * w + x];
}
