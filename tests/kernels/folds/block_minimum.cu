// The minimum of each block, by comparison.
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == min_over(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void blockMin(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h > 0; h >>= 1) {
        //@ invariant h == 0 || \is_pow2(h);
        //@ invariant h == 0 -> s[0] == min_over(k, in[blockIdx.x * blockDim.x + k], 0, blockDim.x - 1);
        //@ invariant 0 < h -> 2 * h <= blockDim.x && min_over(j, s[j], 0, 2 * h - 1) == min_over(k, in[blockIdx.x * blockDim.x + k], 0, blockDim.x - 1);
        if (t < h) s[t] = s[t] < s[t+h] ? s[t] : s[t+h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
