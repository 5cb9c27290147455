// Bins of warps that meet in a cell, or of which some are not added.
//% verdict: refuted

//@ requires blockDim.x == 128 && gridDim.x == 1 && 0 <= n <= \length(in) && \length(out) == 8;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] < 8;
//@ ensures \forall b. 0 <= b < 8 -> out[b] == count(k, in[k] == b, 0, n - 1);
//~^ error: ensures
__global__ void aWarpLeftOut(const int *in, int *out, int n) {
    __shared__ int h[4 * 8];
    int t = threadIdx.x, w = t / 32;
    if (t < 32) h[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 128) atomicAdd(&h[w * 8 + in[i]], 1);
    __syncthreads();
    if (t < 8) out[t] = h[t] + h[8 + t] + h[16 + t];
}

// A value more than there are bins is the first bin of the next warp.
//@ requires blockDim.x == 128 && gridDim.x == 1 && 0 <= n <= \length(in) && \length(out) == 8;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] <= 8;
//@ ensures \forall b. 0 <= b < 8 -> out[b] == count(k, in[k] == b, 0, n - 1);
//~^ error: ensures
__global__ void aValueMore(const int *in, int *out, int n) {
    __shared__ int h[4 * 8 + 1];
    int t = threadIdx.x, w = t / 32;
    if (t < 33) h[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 128) atomicAdd(&h[w * 8 + in[i]], 1);
    __syncthreads();
    if (t < 8) out[t] = h[t] + h[8 + t] + h[16 + t] + h[24 + t];
}

// Bins by the warp of the element, where a block has two elements for each thread.
//@ requires blockDim.x == 64 && gridDim.x == 1 && 0 <= n <= \length(in) && n <= 128 && \length(out) == 16;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] < 8;
//@ ensures \forall b. 0 <= b < 8 -> out[b] == count(k, in[k] == b, 0, n - 1);
//~^ error: ensures
__global__ void byElement(const int *in, int *out, int n) {
    __shared__ int h[4 * 8];
    int t = threadIdx.x;
    if (t < 32) h[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 64) atomicAdd(&h[i / 32 * 8 + in[i]], 1);
    __syncthreads();
    if (t < 8) out[t] = h[t] + h[8 + t];
}
