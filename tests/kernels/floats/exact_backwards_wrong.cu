//% verdict: not-verified
//% options: --float exact --assume race-freedom
// Added from the end, the same values give another sum.

//@ requires 0 <= n <= \length(a) && 1 <= \length(y);
//@ ensures y[0] == sum(k, a[k], 0, n - 1); //~ error: ensures
__global__ void total(const float *a, float *y, int n) {
    float total = 0.0f;
    for (int k = n - 1; k >= 0; k--) {
        //@ invariant -1 <= k < n && total == sum(i, a[n - 1 - i], 0, n - 2 - k);
        total += a[k];
    }
    y[0] = total;
}
