// Exponential moving averages that begin with 0.
//
// Found: the first average is not the first element.
//
//% verdict: refuted

//@ requires 0 < n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r * n] == x[r * n]; //~ error: ensures
//@ ensures \forall r, t. 0 <= r < rows && 1 <= t < n -> y[r * n + t] == a * x[r * n + t] + (1 - a) * y[r * n + t - 1];
__global__ void exponentialAverage(const float *x, float *y, float a, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float average = 0;
    for (int t = 0; t < n; t++) {
        average = a * x[r * n + t] + (1 - a) * average;
        y[r * n + t] = average;
    }
}
