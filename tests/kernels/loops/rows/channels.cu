// Batches of images with channels: each block has a channel, and strides over images and pixels together (SIMP-48).
//% verdict: verified

//@ requires 0 < N && 0 < C && 0 < S && 0 < eps && C <= gridDim.x && C <= \length(mean) && C <= \length(var);
//@ requires N * C * S <= \length(x) && N * C * S <= \length(y) && \forall c. 0 <= c < C -> 0 <= var[c];
//@ ensures \forall n, c, s. 0 <= n < N && 0 <= c < C && 0 <= s < S ->
//@   y[(n * C + c) * S + s] == (x[(n * C + c) * S + s] - mean[c]) / sqrt(var[c] + eps);
__global__ void normalise(const float *x, const float *mean, const float *var, float *y, int N, int C, int S, float eps) {
    int c = blockIdx.x;
    if (c >= C) return;
    for (int i = threadIdx.x; i < N * S; i += blockDim.x) {
        int n = i / S, s = i % S;
        int at = (n * C + c) * S + s;
        y[at] = (x[at] - mean[c]) / sqrtf(var[c] + eps);
    }
}

// Channels last to channels first, a block a channel, no loop.
//@ requires 0 < N && 0 < C && 0 < S && gridDim.y == C && N * S <= gridDim.x * blockDim.x;
//@ requires N * C * S <= \length(x) && N * C * S <= \length(y);
//@ ensures \forall n, c, s. 0 <= n < N && 0 <= c < C && 0 <= s < S -> y[(n * C + c) * S + s] == x[(n * S + s) * C + c];
__global__ void channelsFirst(const float *x, float *y, int N, int C, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (i >= N * S) return;
    y[(i / S * C + c) * S + i % S] = x[i * C + c];
}
