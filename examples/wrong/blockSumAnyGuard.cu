// One thread too many adds.
//
//% verdict: not-verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void blockSumAny(const int *in, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    int m = blockDim.x;
    while (m > 1) {
        //@ invariant 1 <= m <= blockDim.x;
        //@ invariant sum(j, s[j], 0, m - 1) == sum(k, in[blockIdx.x * blockDim.x + k], 0, blockDim.x - 1);
        //~^ error: invariant-preserved
        int h = (m + 1) / 2;
        if (t + h <= m) s[t] += s[t + h]; //~ error: bounds
        m = h;
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
