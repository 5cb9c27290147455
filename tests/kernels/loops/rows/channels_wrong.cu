// The same, wrong: images and pixels in the other order, the channel's number times another size, blocks that share a channel.
//% verdict: not-verified

//@ requires 0 < N && 0 < C && 0 < S && gridDim.y == C && N * S <= gridDim.x * blockDim.x;
//@ requires N * C * S <= \length(x) && N * C * S <= \length(y);
//@ ensures \forall n, c, s. 0 <= n < N && 0 <= c < C && 0 <= s < S -> y[(n * C + c) * S + s] == x[(n * S + s) * C + c]; //~ error: ensures
__global__ void otherOrder(const float *x, float *y, int N, int C, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (i >= N * S) return;
    y[(i % N * C + c) * S + i / N] = x[i * C + c];
}

//@ requires 0 < N && 0 < C && 0 < S && gridDim.y == C && N * S <= gridDim.x * blockDim.x;
//@ requires N * C * S <= \length(x) && N * C * S <= \length(y);
//@ ensures \forall n, c, s. 0 <= n < N && 0 <= c < C && 0 <= s < S -> y[(n * C + c) * S + s] == x[(n * S + s) * C + c]; //~ error: ensures
__global__ void otherSize(const float *x, float *y, int N, int C, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (i >= N * S) return;
    y[(i / S * C + c) * N + i % S] = x[i * C + c]; //~ error
}

//@ requires 0 < N && 0 < C && 0 < S && gridDim.y == C + 1 && N * S <= gridDim.x * blockDim.x;
//@ requires (N * C + 1) * S <= \length(y) && N * (C + 1) * S <= \length(x);
__global__ void oneChannelMore(const float *x, float *y, int N, int C, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (i >= N * S) return;
    y[(i / S * C + c) * S + i % S] = x[i * (C + 1) + c]; //~ error: race
}
