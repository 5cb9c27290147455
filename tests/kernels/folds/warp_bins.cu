// Bins of each warp: what a warp counts is told from what the others count by the digits of the bin (SIMP-42), and their sums are one
// sum (SIMP-43).
//% verdict: verified

// Bytes, bins in rows, and many blocks.
//@ requires blockDim.x == 256 && 0 <= n <= \length(in) && \length(out) == 256;
//@ requires \forall b. 0 <= b < 256 -> out[b] == 0;
//@ ensures \forall b. 0 <= b < 256 -> out[b] == count(k, in[k] == b, 0, n - 1);
__global__ void bytes(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned h[8][256];
    unsigned t = threadIdx.x, w = t >> 5;
    for (int i = t; i < 8 * 256; i += 256) h[i / 256][i % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[w][in[i]], 1u);
    __syncthreads();
    unsigned s = 0;
    for (int v = 0; v < 8; v++) s += h[v][t];
    atomicAdd(&out[t], s);
}

// An element for each thread.
//@ requires blockDim.x == 128 && 0 <= n <= \length(in) && n <= gridDim.x * blockDim.x && \length(out) == 64;
//@ requires \forall b. 0 <= b < 64 -> out[b] == 0;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] < 64;
//@ ensures \forall b. 0 <= b < 64 -> out[b] == count(k, in[k] == b, 0, n - 1);
__global__ void oneForEach(const int *in, int *out, int n) {
    __shared__ int h[4 * 64];
    int t = threadIdx.x, w = t / 32, i = blockIdx.x * 128 + t;
    h[t] = 0;
    h[t + 128] = 0;
    __syncthreads();
    if (i < n) atomicAdd(h + 64 * w + in[i], 1);
    __syncthreads();
    if (t < 64) atomicAdd(&out[t], h[t] + h[64 + t] + h[128 + t] + h[192 + t]);
}

// As many warps as there are.
//@ requires blockDim.x % 32 == 0 && gridDim.x == 1 && 0 <= n <= \length(in) && \length(out) == 64 && \length(h) == blockDim.x / 32 * 64;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] < 64;
//@ ensures \forall b. 0 <= b < 64 -> out[b] == count(k, in[k] == b, 0, n - 1);
__global__ void anyWarps(const int *in, int *out, int n) {
    extern __shared__ int h[];
    int t = threadIdx.x, w = t / 32, warps = blockDim.x / 32;
    for (int i = t; i < warps * 64; i += blockDim.x) h[i] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) atomicAdd(&h[w * 64 + in[i]], 1);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x) {
        int s = 0;
        for (int v = 0; v < warps; v++) s += h[v * 64 + b];
        out[b] = s;
    }
}

//@ requires blockDim.x == 64 && gridDim.x == 1 && 0 <= n <= \length(in) && \length(out) == 16;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] < 16;
//@ ensures \forall b. 0 <= b < 16 -> out[b] == count(k, in[k] == b, 0, n - 1);
__global__ void twoWarps(const int *in, int *out, int n) {
    __shared__ int h[2 * 16];
    int t = threadIdx.x, w = t / 32;
    if (t < 32) h[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 64) atomicAdd(&h[w * 16 + in[i]], 1);
    __syncthreads();
    if (t < 16) out[t] = h[t] + h[16 + t];
}
