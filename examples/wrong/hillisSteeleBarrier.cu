// Prefix sums without the barrier between reading and adding.
//
// Found: a thread reads an element that another one has changed already.
//
//% verdict: refuted

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
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, in[blockIdx.x * blockDim.x + k], \max(0, j - d + 1), j);
        float left = 0.0f;
        if (t >= d) left = s[t - d]; //~ error: race
        s[t] += left;
        __syncthreads();
    }
    out[i] = s[t];
}
