// Exponential moving averages of elements and those before them.
//
// Found: the averages before are not taken in.
//
//% verdict: refuted

//@ requires 0 < n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r * n] == x[r * n];
//@ ensures \forall r, t. 0 <= r < rows && 1 <= t < n -> y[r * n + t] == a * x[r * n + t] + (1 - a) * y[r * n + t - 1]; //~ error: ensures
__global__ void exponentialAverage(const float *x, float *y, float a, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float average = x[r * n];
    y[r * n] = average;
    for (int t = 1; t < n; t++) {
        average = a * x[r * n + t] + (1 - a) * x[r * n + t - 1];
        y[r * n + t] = average;
    }
}
