//% verdict: not-verified
// One value too many.

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(a) && 1 <= \length(out) && n <= m;
//@ ensures out[0] == sum(k, k <= n ? a[k] : 0, 0, m - 1); //~ error: ensures
__global__ void guarded(const int *a, int *out, int n, int m) {
    int total = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && total == sum(i, a[i], 0, k - 1);
        total += a[k];
    }
    out[0] = total;
}
