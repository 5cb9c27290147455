//% verdict: verified
//% options: --float exact --assume race-freedom
// A left fold over a shifted range adds the same values in the same order.

//@ requires 1 <= n <= \length(a) && 1 <= \length(y);
//@ ensures y[0] == sum(k, a[k + 1], 0, n - 2);
__global__ void rest(const float *a, float *y, int n) {
    float total = 0.0f;
    for (int k = 1; k < n; k++) {
        //@ invariant 1 <= k <= n && total == sum(i, a[i], 1, k - 1);
        total = total + a[k];
    }
    y[0] = total;
}
