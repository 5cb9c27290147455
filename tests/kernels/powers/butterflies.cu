// Butterflies: each thread works on a pair of elements whose distance is a power of two that only the launch knows. Their places are found
// with masks, shifts and bitwise `or`.
//% verdict: verified

// The high bits of the thread's number, moved up by one place, and its low bits below.
//@ requires \is_pow2(half) && \is_pow2(n) && 2 * half <= n && n / 2 <= blockDim.x * gridDim.x && \length(re) == n && n / 2 <= \length(w);
//@ ensures \forall i. 0 <= i < n && (i & half) == 0 ->
//@   re[i] == \old(re[i]) + w[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half])
//@   && re[i + half] == \old(re[i]) - w[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half]);
__global__ void twiddled(float *re, const float *w, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;
    int j = t & (half - 1);
    int a = ((t & ~(half - 1)) << 1) | j;
    int b = a | half;
    float turned = w[j * (n / (2 * half))] * re[b];
    float kept = re[a];
    re[a] = kept + turned;
    re[b] = kept - turned;
}

// Unsigned masks: `~` keeps the upper bits of the word.
//@ requires \is_pow2(s) && s <= 1024 && n <= blockDim.x * gridDim.x && \length(y) == n && \length(x) == n;
//@ ensures \forall i. 0 <= i < n -> y[i] == x[i - i % s];
__global__ void firstOfGroup(const int *x, int *y, unsigned n, unsigned s) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i & ~(s - 1)];
}
