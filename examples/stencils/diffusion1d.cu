// One step of diffusion along a line. Each block loads its cells into shared memory, with one halo cell
// at either side; at the ends of the line the halo repeats the outermost cell.
//
// Proved: for every block size and every number of blocks, each cell gets its own value plus `c` times
// the difference to its neighbours, also where the neighbours belong to other blocks.
//
//% verdict: verified

//@ requires n == blockDim.x * gridDim.x && \length(in) == n && \length(out) == n && \length(s) == blockDim.x + 2;
//@ ensures \forall j. 0 < j < n - 1 -> out[j] == in[j] + c * (in[j - 1] - 2 * in[j] + in[j + 1]);
//@ ensures n > 1 -> out[0] == in[0] + c * (in[0] - 2 * in[0] + in[1]);
//@ ensures n > 1 -> out[n - 1] == in[n - 1] + c * (in[n - 2] - 2 * in[n - 1] + in[n - 1]);
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
        if (blockIdx.x == gridDim.x - 1) s[t + 2] = in[i];
        else s[t + 2] = in[i + 1];
    }
    __syncthreads();
    out[i] = s[t + 1] + c * (s[t] - 2 * s[t + 1] + s[t + 2]);
}
