// The sum of a block's part by a tree in which one thread too many adds in each round.
//
//% verdict: not-verified

//@ requires \is_pow2(blockDim.x) && \length(s) == blockDim.x;
//@ requires \length(in) == 2 * blockDim.x * gridDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[2 * b * blockDim.x + k], 0, 2 * blockDim.x - 1);
__global__ void blockSumFirstAdd(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + t;
    s[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h > 0; h >>= 1) {
        //@ invariant h == 0 || \is_pow2(h);
        //@ invariant h == 0 -> s[0] == sum(k, in[2 * blockIdx.x * blockDim.x + k], 0, 2 * blockDim.x - 1);
        //@ invariant 0 < h -> 2 * h <= blockDim.x && sum(j, s[j], 0, 2 * h - 1) == sum(k, in[2 * blockIdx.x * blockDim.x + k], 0, 2 * blockDim.x - 1);
        if (t <= h) s[t] += s[t + h];
        //~^ error: bounds
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
