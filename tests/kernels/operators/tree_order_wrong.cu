// A tree that adds the upper half to the lower one: it changes the order of the operands.
//% verdict: refuted

//@ operator plus(float x, float y) identity e;
__device__ float plus(float x, float y);

//@ requires \is_pow2(blockDim.x) && \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == fold(plus, k, in[b * blockDim.x + k], 0, blockDim.x - 1); //~ error: ensures
__global__ void blockFold(const float *in, float *out) {
    extern __shared__ float s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h > 0; h >>= 1) {
        //@ invariant h == 0 || \is_pow2(h);
        //@ invariant h == 0 -> s[0] == fold(plus, k, in[blockIdx.x * blockDim.x + k], 0, blockDim.x - 1);
        //@ invariant 0 < h -> 2 * h <= blockDim.x && fold(plus, j, s[j], 0, 2 * h - 1) == fold(plus, k, in[blockIdx.x * blockDim.x + k], 0, blockDim.x - 1); //~ error: invariant-preserved
        if (t < h) s[t] = plus(s[t], s[t + h]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
