// Every thread has a chunk of its own, one cell of each an iteration: `out[i * m + k]` under an invariant over the iterations.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x && 0 <= m;
//@ requires \length(in) == n * m && \length(gain) == m && \length(out) == n * m;
//@ ensures \forall j, q. 0 <= j < n && 0 <= q < m -> out[j * m + q] == gain[q] * in[j * m + q];
__global__ void byChunks(const float *in, const float *gain, float *out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < m; k++) {
        //@ invariant 0 <= k <= m && k == loop_count;
        //@ invariant \forall j, q. 0 <= j < n && 0 <= q < loop_count -> out[j * m + q] == gain[q] * in[j * m + q];
        out[i * m + k] = gain[k] * in[i * m + k];
    }
}

//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h;
//@ requires \length(in) == w * h && \length(out) == w * h;
//@ ensures \forall p, q. 0 <= p < h && 0 <= q < w -> out[p * w + q] == 2 * in[p * w + q];
__global__ void byColumns(const int *in, int *out, int w, int h) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < w) {
        for (int r = 0; r < h; r++) {
            //@ invariant 0 <= r <= h && r == loop_count;
            //@ invariant \forall p, q. 0 <= p < loop_count && 0 <= q < w -> out[p * w + q] == 2 * in[p * w + q];
            out[r * w + c] = 2 * in[r * w + c];
        }
    }
}
