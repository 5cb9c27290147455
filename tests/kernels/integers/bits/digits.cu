// A number taken apart by / and % in three orders and put together again is the number: symbolic extents.
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && 1 <= w && 1 <= h;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1;
__global__ void digitByDigit(const int *in, int *out, int w, int h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x = t % w, y = (t / w) % h, z = t / (w * h);
    int u = (z * h + y) * w + x;
    out[u] = in[u] + 1;
}
//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && 1 <= w && 1 <= h;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1;
__global__ void remainderFirst(const int *in, int *out, int w, int h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x = t % w, y = (t % (w * h)) / w, z = t / (w * h);
    int u = (z * h + y) * w + x;
    out[u] = in[u] + 1;
}
//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && 1 <= w && 1 <= h;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1;
__global__ void quotientFirst(const int *in, int *out, int w, int h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int z = t / (w * h), r = t - z * w * h, y = r / w, x = r - y * w;
    int u = (z * h + y) * w + x;
    out[u] = in[u] + 1;
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ requires 1 <= d1 && 1 <= d2 && 1 <= d3 && 1 <= d4;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1;
__global__ void fiveDigits(const int *in, int *out, int d1, int d2, int d3, int d4) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x1 = t % d1, r1 = t / d1;
    int x2 = r1 % d2, r2 = r1 / d2;
    int x3 = r2 % d3, r3 = r2 / d3;
    int x4 = r3 % d4, x5 = r3 / d4;
    int u = (((x5 * d4 + x4) * d3 + x3) * d2 + x2) * d1 + x1;
    out[u] = in[u] + 1;
}
