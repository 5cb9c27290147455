// Inclusive prefix sums of each block's elements after Hillis and Steele: in each round every element adds
// what stands `d` to its left, and `d` doubles.
//
// Proved: for every block size, a power of two or not, element `j` of a block becomes the sum of the block's
// elements up to `j`.
//
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], 0, j);
__global__ void hillisSteele(const float *in, float *out) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        float left = 0.0f;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[i] = s[t];
}
