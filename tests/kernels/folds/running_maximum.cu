// The largest element so far, by Hillis and Steele's scan; a number counted twice does no harm.
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == max_over(k, in[b * blockDim.x + k], 0, j);
__global__ void runningMax(const float *in, float *out) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == max_over(k, in[blockIdx.x * blockDim.x + k], \max(0, j - d + 1), j);
        float left = s[t];
        if (t >= d) left = s[t - d];
        __syncthreads();
        if (left > s[t]) s[t] = left;
        __syncthreads();
    }
    out[i] = s[t];
}
