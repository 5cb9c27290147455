// The sum of each block's elements by a tree, for blocks of any size: of an odd number of values the middle one waits for
// the next round.
//
// Proved: for every block size and every number of blocks, each block writes the sum of its elements.
//
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void blockSumAny(const int *in, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    int m = blockDim.x;
    while (m > 1) {
        int h = (m + 1) / 2;
        if (t + h < m) s[t] += s[t + h];
        m = h;
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
