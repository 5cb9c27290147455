// The sum of an array of any length over the whole grid: each thread sums up its share, a tree in shared memory adds the
// shares of a block, and one atomic operation a block adds them to the result.
//
// Proved: for every length, every number of blocks and every power of two as the block size, the result grows by the sum
// of all elements.
//
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && \length(s) == blockDim.x && 0 <= n <= \length(in) && \length(out) == 1;
//@ ensures out[0] == \old(out[0]) + sum(k, in[k], 0, n - 1);
__global__ void gridSum(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    int own = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) own += in[i];
    s[t] = own;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) atomicAdd(&out[0], s[0]);
}
