// A scalar product in one block: each thread sums up its share, a tree in shared memory adds the shares.
//
// Proved: for every length and every power of two as the block size, the result is the sum of all products.
//
//% verdict: verified

//@ requires gridDim.x == 1 && \is_pow2(blockDim.x) && \length(s) == blockDim.x;
//@ requires 0 <= n <= \length(a) && n <= \length(b) && \length(out) == 1;
//@ ensures out[0] == sum(k, a[k] * b[k], 0, n - 1);
__global__ void dotProduct(const float *a, const float *b, float *out, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    float own = 0.0f;
    for (int i = t; i < n; i += blockDim.x) {
        own += a[i] * b[i];
    }
    s[t] = own;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
