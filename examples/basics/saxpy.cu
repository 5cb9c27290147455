// y = alpha * x + y, one element a thread; threads behind the end do nothing.
//
// Proved: for every launch with at least `n` threads, every element is updated exactly once and no
// access leaves an array.
//
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires \length(x) == n && \length(y) == n;
//@ ensures \forall j. 0 <= j < n -> y[j] == alpha * x[j] + \old(y[j]);
__global__ void saxpy(int n, float alpha, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
