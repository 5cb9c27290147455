// Diffusion that takes block `blockDim.x - 1` for the last one.
//
// Found: the real last block reads beyond the end of the line, and block `blockDim.x - 1` repeats its own
// cell where it has a neighbour.
//
//% verdict: refuted

//@ requires n == blockDim.x * gridDim.x && \length(in) == n && \length(out) == n && \length(s) == blockDim.x + 2;
//@ ensures \forall j. 0 < j < n - 1 -> out[j] == in[j] + c * (in[j - 1] - 2 * in[j] + in[j + 1]);
//~^ error: ensures
//@ ensures n > 1 -> out[0] == in[0] + c * (in[0] - 2 * in[0] + in[1]);
//~^ error: ensures
//@ ensures n > 1 -> out[n - 1] == in[n - 1] + c * (in[n - 2] - 2 * in[n - 1] + in[n - 1]);
//~^ error: ensures
__global__ void diffusion1d(const float *in, float *out, int n, float c) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t + 1] = in[i];
    if (t == 0) {
        if (blockIdx.x == 0) s[0] = in[0];
        else s[0] = in[i - 1];
    }
    if (t == blockDim.x - 1) {
        if (blockIdx.x == blockDim.x - 1) s[t + 2] = in[i];
        else s[t + 2] = in[i + 1];
        //~^ error: bounds
    }
    __syncthreads();
    out[i] = s[t + 1] + c * (s[t] - 2 * s[t + 1] + s[t + 2]);
}
