// The sum of each block's part of an array by a tree, two elements added as they are loaded.
//
// Proved: for every power of two as the block size and every number of blocks, each block writes the sum of its elements.
//
//% verdict: verified

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
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
