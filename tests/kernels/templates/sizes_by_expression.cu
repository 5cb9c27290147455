// Arrays of a thread whose sizes follow from template parameters by division, and such as begin as zeros.
//% verdict: verified
//% verdict of corner: safe

// Each lane keeps a row's share in registers.
//@ requires 32 <= D && D % 32 == 0 && blockDim.x == 32 && gridDim.x == 1;
//@ requires D <= \length(in) && D <= \length(out);
//@ ensures \forall j. 0 <= j < D -> out[j] == 2 * in[j];
template <int D>
__global__ void doubledRow(const float *in, float *out) {
    constexpr int lanes = 32;
    float share[D / lanes];
    for (int i = 0; i < D / lanes; i++) share[i] = in[i * lanes + threadIdx.x];
    for (int i = 0; i < D / lanes; i++) out[i * lanes + threadIdx.x] = share[i] * 2;
}

// As many registers as divide the row by whole threads.
//@ requires 1 <= T && T <= D && n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
template <int D, int T>
__global__ void first(int *out, int n) {
    constexpr int items = (D + T - 1) / T;
    int found[items] = {};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = found[0];
}

//@ requires 1 <= N && n <= blockDim.x * gridDim.x;
//@ requires n * N <= \length(in) && n * N <= \length(out);
//@ ensures \forall r, k. 0 <= r < n && 0 <= k < N -> out[r * N + k] == in[r * N + k];
template <int N>
__global__ void accumulated(const float *in, float *out, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float acc[N] = {0.0f};
    for (int k = 0; k < N; k++) acc[k] += in[r * N + k];
    for (int k = 0; k < N; k++) out[r * N + k] = acc[k];
}

// In two dimensions, a parameter among the sizes.
//@ requires 1 <= M && n <= blockDim.x * gridDim.x && n <= \length(out);
//@ requires 0 <= p < M && 0 <= q < 4;
template <int M>
__global__ void corner(float *out, int n, int p, int q) {
    float tile[M][4] = {{0}};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tile[p][q];
}

struct Pair {
    float low, high;
};

//@ requires 1 <= N && n <= blockDim.x * gridDim.x && n <= \length(out) && 0 <= q < N;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
template <int N>
__global__ void ofPairs(float *out, int n, int q) {
    Pair pairs[N] = {};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = pairs[q].low + pairs[q].high;
}

// Many elements whose number is known.
//@ requires n <= blockDim.x * gridDim.x && n <= \length(out) && 0 <= q < 10000;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
__global__ void many(int *out, int n, int q) {
    int table[10000] = {0};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[q];
}
