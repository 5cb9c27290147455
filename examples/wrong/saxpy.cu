// y = alpha * x + y, one element a thread, with a guard that lets one thread too many through.
//
// Found: with two threads and `n == 1` the second one reads `x[1]` and writes `y[1]`, behind the end.
//
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires \length(x) == n && \length(y) == n;
//@ ensures \forall j. 0 <= j < n -> y[j] == alpha * x[j] + \old(y[j]);
__global__ void saxpy(int n, float alpha, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        y[i] = alpha * x[i] + y[i]; //~ error: bounds
    }
}
