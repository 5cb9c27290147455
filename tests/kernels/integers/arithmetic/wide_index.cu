// Index arithmetic in 64 bits.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && \length(x) == n && \length(y) == n;
//@ ensures \forall j. 0 <= j < n -> y[j] == x[j] + 1;
__global__ void increment(const double *x, double *y, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + 1.0;
}
