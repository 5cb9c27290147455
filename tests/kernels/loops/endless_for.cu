// `for (;;)` with a counter that all threads share and leave at the same time.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == sum(k, in[k], 0, n - 1);
__global__ void totals(const float *in, float *out, int n) {
    float total = 0;
    int k = 0;
    for (;;) {
        //@ invariant 0 <= k <= n && (!\active -> k == n);
        //@ invariant total == sum(q, in[q], 0, k - 1);
        if (k == n) break;
        total += in[k];
        ++k;
    }
    out[threadIdx.x] = total;
}
