// One stage of an in-place FFT: butterflies over pairs whose distance is any power of two, with twiddle factors from a table. Their places are found
// with a mask, a shift and a bitwise `or`.
//
// Proved: for every power of two as the array's length and as the distance, each pair becomes the sum and the difference of its upper element and
// its turned lower one, and no two threads touch one pair.
//
//% verdict: verified

//@ requires \is_pow2(half) && \is_pow2(n) && 2 * half <= n && n / 2 <= blockDim.x * gridDim.x;
//@ requires \length(re) == n && \length(im) == n && n / 2 <= \length(cw) && n / 2 <= \length(sw);
//@ ensures \forall i. 0 <= i < n && (i & half) == 0 ->
//@   re[i] == \old(re[i]) + (cw[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half]) - sw[(i & (half - 1)) * (n / (2 * half))] * \old(im[i + half]))
//@   && re[i + half] == \old(re[i]) - (cw[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half]) - sw[(i & (half - 1)) * (n / (2 * half))] * \old(im[i + half]));
//@ ensures \forall i. 0 <= i < n && (i & half) == 0 ->
//@   im[i] == \old(im[i]) + (cw[(i & (half - 1)) * (n / (2 * half))] * \old(im[i + half]) + sw[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half]))
//@   && im[i + half] == \old(im[i]) - (cw[(i & (half - 1)) * (n / (2 * half))] * \old(im[i + half]) + sw[(i & (half - 1)) * (n / (2 * half))] * \old(re[i + half]));
__global__ void fftStage(float *re, float *im, const float *cw, const float *sw, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;
    int j = t & (half - 1);
    int a = ((t & ~(half - 1)) << 1) | j;
    int b = a + half;
    int twiddle = j * (n / (2 * half));
    float wr = cw[twiddle], wi = sw[twiddle];
    float br = wr * re[b] - wi * im[b], bi = wr * im[b] + wi * re[b];
    float ar = re[a], ai = im[a];
    re[a] = ar + br;
    im[a] = ai + bi;
    re[b] = ar - br;
    im[b] = ai - bi;
}
