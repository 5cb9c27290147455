//% verdict: verified
// `count_surj` of the standard library: every cell below the count was written by some thread that counts.

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ requires \forall t. 0 <= t < n -> idx[t] == count(k, a[k] > 0, 0, t - 1);
//@ ensures \forall j. 0 <= j < count(k, a[k] > 0, 0, n - 1) -> \exists t. 0 <= t < n && a[t] > 0 && idx[t] == j;
__global__ void nothing(const int *a, const int *idx, int *out, int n) {
}
