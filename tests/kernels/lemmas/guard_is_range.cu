//% verdict: verified
// `sum_guard_below` and `count_guard_below` of the standard library: a guard on the bound variable ends the range.

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(a) && 2 <= \length(out) && n <= m;
//@ ensures out[0] == sum(k, k < n ? a[k] : 0, 0, m - 1);
//@ ensures out[1] == count(k, k < n && a[k] > 0, 0, m - 1);
__global__ void guarded(const int *a, int *out, int n, int m) {
    int total = 0, positive = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && total == sum(i, a[i], 0, k - 1) && positive == count(i, a[i] > 0, 0, k - 1);
        total += a[k];
        if (a[k] > 0) positive++;
    }
    out[0] = total;
    out[1] = positive;
}
