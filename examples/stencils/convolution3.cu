// Convolution with three weights: a block's elements and one halo element at either side in shared memory;
// beyond the ends of the input stand zeros.
//
// Proved: for every block size and every number of blocks, each element is the weighted sum of itself and
// its neighbours.
//
//% verdict: verified

//@ requires n == blockDim.x * gridDim.x && \length(in) == n && \length(out) == n && \length(tile) == blockDim.x + 2;
//@ ensures \forall j. 0 <= j < n -> out[j] == w0 * (0 < j ? in[j - 1] : 0) + w1 * in[j] + w2 * (j < n - 1 ? in[j + 1] : 0);
__global__ void convolution3(const float *in, float *out, int n, float w0, float w1, float w2) {
    extern __shared__ float tile[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    tile[t + 1] = in[i];
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == blockDim.x - 1) tile[t + 2] = i < n - 1 ? in[i + 1] : 0.0f;
    __syncthreads();
    out[i] = w0 * tile[t] + w1 * tile[t + 1] + w2 * tile[t + 2];
}
