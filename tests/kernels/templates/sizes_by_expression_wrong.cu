// Sizes that are quotients, and a step too far; zeros that were no zeros.
//% verdict: not-verified

// The last share is beyond the end.
//@ requires 32 <= D && D % 32 == 0 && blockDim.x == 32 && gridDim.x == 1;
//@ requires D <= \length(in) && D <= \length(out);
template <int D>
__global__ void doubledRow(const float *in, float *out) {
    float share[D / 32];
    for (int i = 0; i < D / 32; i++) share[i] = in[i * 32 + threadIdx.x];
    for (int i = 0; i < D / 32; i++) out[i * 32 + threadIdx.x] = share[i + 1] * 2; //~ error: bounds
}

// A row that is no multiple of the lanes: the rest is left out.
//@ requires 32 <= D && blockDim.x == 32 && gridDim.x == 1;
//@ requires D <= \length(in) && D <= \length(out);
//@ ensures \forall j. 0 <= j < D -> out[j] == 2 * in[j]; //~ error: ensures
template <int D>
__global__ void rounded(const float *in, float *out) {
    float share[D / 32];
    for (int i = 0; i < D / 32; i++) share[i] = in[i * 32 + threadIdx.x];
    for (int i = 0; i < D / 32; i++) out[i * 32 + threadIdx.x] = share[i] * 2;
}

// Only what is declared is zero.
//@ requires 1 <= N && n <= blockDim.x * gridDim.x;
//@ requires n <= \length(out) && 0 <= q <= N;
template <int N>
__global__ void beyond(float *out, int n, int q) {
    float acc[N] = {0.0f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = acc[q]; //~ error: bounds
}

//@ requires 1 <= N && n <= blockDim.x * gridDim.x;
//@ requires n <= \length(out) && 0 <= q < N;
//@ ensures \forall j. 0 <= j < n -> out[j] == 1; //~ error: ensures
template <int N>
__global__ void noOnes(float *out, int n, int q) {
    float acc[N] = {};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = acc[q];
}
