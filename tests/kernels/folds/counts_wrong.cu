// What counts are not, where no small launch shows it: both ends of a range, and what is not counted.
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && 1 <= \length(y);
//@ ensures n > 5000 -> count(k, x[k] > 0, 0, n - 1) + count(k, x[k] <= 0, 0, n - 1) == n - 1; //~ error: ensures
__global__ void oneMissing(const int *x, int *y, int n) {
    y[0] = 0;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && 1 <= \length(y);
//@ ensures n > 5000 && x[0] > 0 -> count(k, x[k] > 0, 0, n - 1) >= 2; //~ error: ensures
__global__ void secondHit(const int *x, int *y, int n) {
    y[0] = 0;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && 1 <= \length(y);
//@ ensures n > 5000 && x[n - 1] <= 0 -> count(k, x[k] > 0, 0, n - 1) <= n - 2; //~ error: ensures
__global__ void twoMisses(const int *x, int *y, int n) {
    y[0] = 0;
}

// A range that is emptier than empty has no length.
//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(y) && n <= \length(x);
//@ ensures n < -5000 -> count(k, x[k] > 0, 0, n - 1) + count(k, x[k] <= 0, 0, n - 1) == n; //~ error: ensures
__global__ void negative(const int *x, int *y, int n) {
    y[0] = 0;
}
