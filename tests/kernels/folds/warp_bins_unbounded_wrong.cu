// Bins of warps where the data are bounded in their first half only: the others meet in bins of the next warp.
//% verdict: not-verified

//@ requires blockDim.x == 128 && gridDim.x == 1 && 0 <= n <= \length(in) && \length(out) == 8;
//@ requires \forall e. 0 <= e < n -> 0 <= in[e] <= 15 && (2 * e < n -> in[e] < 8);
//@ ensures \forall b. 0 <= b < 8 -> out[b] == count(k, in[k] == b, 0, n - 1);
//~^ error: ensures
__global__ void boundedInPart(const int *in, int *out, int n) {
    __shared__ int h[5 * 8];
    int t = threadIdx.x, w = t / 32;
    if (t < 40) h[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 128) atomicAdd(&h[w * 8 + in[i]], 1);
    __syncthreads();
    if (t < 8) out[t] = h[t] + h[8 + t] + h[16 + t] + h[24 + t];
}
