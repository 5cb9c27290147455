// Prefix sums in a block, what stands before each element, by two buffers that change places in each step (Hillis and Steele).
//
// Proved: for every block size, element `i` is the sum of the elements before `i`, without an invariant: which buffer is read and
// which is written is known of every step.
//
//% verdict: verified

//@ requires gridDim.x == 1 && n == blockDim.x && \length(in) == n && \length(out) == n && \length(s) == 2 * n;
//@ ensures \forall i. 0 <= i < n -> out[i] == sum(k, in[k], 0, i - 1);
__global__ void scanBuffers(const float *in, float *out, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, to = 0, from = 1;
    s[to * n + t] = t > 0 ? in[t - 1] : 0.0f;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        to = 1 - to;
        from = 1 - to;
        if (t >= d) s[to * n + t] = s[from * n + t] + s[from * n + t - d];
        else s[to * n + t] = s[from * n + t];
        __syncthreads();
    }
    out[t] = s[to * n + t];
}
