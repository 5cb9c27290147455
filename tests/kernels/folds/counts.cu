// What counts are by the ends of their range, and what is not counted.
//% verdict: verified

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= n && n <= \length(x) && 1 <= \length(y);
//@ ensures count(k, x[k] > 0, 0, n - 1) + count(k, x[k] <= 0, 0, n - 1) == n;
//@ ensures x[0] > 0 -> count(k, x[k] > 0, 0, n - 1) >= 1;
//@ ensures x[n - 1] <= 0 -> count(k, x[k] > 0, 0, n - 1) <= n - 1;
__global__ void ends(const int *x, int *y, int n) {
    y[0] = 0;
}
