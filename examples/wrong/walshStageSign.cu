// A Walsh stage whose differences have the other sign.
//
//% verdict: refuted

//@ requires \is_pow2(stride) && \is_pow2(n) && 2 * stride <= n && n / 2 <= blockDim.x * gridDim.x && \length(d) == n;
//@ ensures \forall i. 0 <= i < n && (i & stride) == 0 -> d[i] == \old(d[i]) + \old(d[i + stride]) && d[i + stride] == \old(d[i]) - \old(d[i + stride]); //~ error: ensures
__global__ void walshStage(float *d, int n, int stride) {
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos < n / 2) {
        int lo = pos & (stride - 1);
        int i0 = ((pos - lo) << 1) + lo;
        int i1 = i0 + stride;
        float p = d[i0], q = d[i1];
        d[i0] = p + q;
        d[i1] = q - p;
    }
}
