// Butterflies whose masks, distances or sizes are wrong.
//% verdict: not-verified

// Three is no power of two: threads meet.
//@ requires 1 <= stride && \is_pow2(n) && 2 * stride <= n && n / 2 <= blockDim.x * gridDim.x && \length(d) == n;
__global__ void anyStride(float *d, int n, int stride) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 2) {
        int low = t & (stride - 1);
        int upper = 2 * t - low, lower = upper + stride;
        float p = d[upper], q = d[lower]; //~ error: race
        d[upper] = p + q; //~ error: race
        d[lower] = p - q; //~ error: race
    }
}

// The mask keeps one bit too many.
//@ requires \is_pow2(half) && \is_pow2(n) && 2 * half <= n && n / 2 <= blockDim.x * gridDim.x && \length(re) == n;
__global__ void maskTooWide(float *re, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;
    int a = ((t & ~(2 * half - 1)) << 1) | (t & (2 * half - 1));
    float kept = re[a], other = re[a + half]; //~ error: race
    re[a] = kept + other; //~ error: race
    re[a + half] = kept - other;
}

// The last pair reaches beyond the array.
//@ requires \is_pow2(stride) && \is_pow2(n) && stride <= n && n / 2 <= blockDim.x * gridDim.x && \length(d) == n;
__global__ void strideTooLong(float *d, int n, int stride) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 2) {
        int upper = 2 * t - (t & (stride - 1));
        float q = d[upper + stride]; //~ error: bounds
        d[upper] = q;
    }
}

// `or` adds what the numbers do not share: here they share bits.
//@ requires \is_pow2(s) && n <= blockDim.x * gridDim.x && 0 <= n && \length(y) == 2 * n;
//@ ensures \forall i. 0 <= i < n -> y[i] == i + i % (2 * s); //~ error: ensures
__global__ void sharedBits(int *y, int n, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = i | (i & (2 * s - 1));
}
