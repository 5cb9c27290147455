// Chunks that begin one cell too late, and a chunk whose last cell is left out.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x && 1 <= m;
//@ requires \length(in) == n * m && \length(out) == n * m + 1;
//@ ensures \forall j, q. 0 <= j < n && 0 <= q < m -> out[j * m + q] == in[j * m + q]; //~ error: ensures
__global__ void late(const int *in, int *out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < m; k++) {
        out[i * m + k + 1] = in[i * m + k];
    }
}

//@ requires 0 <= n <= blockDim.x * gridDim.x && 1 <= m;
//@ requires \length(in) == n * m && \length(out) == n * m;
//@ ensures \forall j, q. 0 <= j < n && 0 <= q < m -> out[j * m + q] == in[j * m + q]; //~ error: ensures
__global__ void shortChunk(const int *in, int *out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < m - 1; k++) {
        //@ invariant 0 <= k <= m - 1 && k == loop_count;
        //@ invariant \forall j, q. 0 <= j < n && 0 <= q < loop_count -> out[j * m + q] == in[j * m + q];
        out[i * m + k] = in[i * m + k];
    }
}
