// The outer function lists one cell less than the inner ones that it calls read and write.
//% verdict: not-verified

//@ requires 0 <= at && at < \length(a) && at < \length(b);
//@ reads a[at .. at];
//@ writes b[at .. at];
//@ ensures b[at] == a[at] + 1;
__device__ void inner(const int *a, int *b, int at) { b[at] = a[at] + 1; } //~ error: ensures

//@ requires 0 <= at && at + 1 < \length(a) && at + 1 < \length(b);
//@ reads a[at .. at];
//@ writes b[at .. at + 1];
//@ ensures b[at] == a[at] + 1 && b[at + 1] == a[at + 1] + 1;
__device__ void outer(const int *a, int *b, int at) {
    inner(a, b, at);
    inner(a, b, at + 1);
}

//@ requires 2 * gridDim.x * blockDim.x <= \length(a) && 2 * gridDim.x * blockDim.x <= \length(b);
//@ ensures \forall j. 0 <= j < 2 * gridDim.x * blockDim.x -> b[j] == a[j] + 1;
__global__ void both(const int *a, int *b) { outer(a, b, 2 * (blockIdx.x * blockDim.x + threadIdx.x)); }
