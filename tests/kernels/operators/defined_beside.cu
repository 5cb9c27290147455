// A definition in the annotation: composition of x |-> 1 + x is addition of numbers that lie by one.
//% verdict: verified

//@ operator circle(int x, int y) = x + y + x * y identity 0;
//@ requires gridDim.x == 1 && n <= \length(a) && \length(out) == 1 && 0 <= n <= 100;
//@ ensures out[0] == fold(circle, k, a[k], 0, n - 1);
__global__ void compound(const int *a, int *out, int n) {
    if (threadIdx.x != 0) return;
    int all = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && all == fold(circle, i, a[i], 0, k - 1);
        all = all + a[k] + all * a[k];
    }
    out[0] = all;
}
