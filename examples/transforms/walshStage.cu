// One stage of a Walsh-Hadamard transform in place, as in CUDA's samples: each thread replaces a pair by its sum and its difference.
//
// Proved: for every power of two as the array's length and as the pairs' distance, each pair becomes what the stage makes of it, and no two threads
// touch one pair.
//
//% verdict: verified

//@ requires \is_pow2(stride) && \is_pow2(n) && 2 * stride <= n && n / 2 <= blockDim.x * gridDim.x && \length(d) == n;
//@ ensures \forall i. 0 <= i < n && (i & stride) == 0 -> d[i] == \old(d[i]) + \old(d[i + stride]) && d[i + stride] == \old(d[i]) - \old(d[i + stride]);
__global__ void walshStage(float *d, int n, int stride) {
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos < n / 2) {
        int lo = pos & (stride - 1);
        int i0 = ((pos - lo) << 1) + lo;
        int i1 = i0 + stride;
        float p = d[i0], q = d[i1];
        d[i0] = p + q;
        d[i1] = p - q;
    }
}
