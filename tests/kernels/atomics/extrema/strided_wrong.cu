// A result that was larger before, a loop that may not run, one that leaves out an element, minima for maxima, a start value that is larger than
// all elements, and a cell that belongs to others.
//% verdict: not-verified

//@ requires 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == max_over(k, x[k], 0, n - 1); //~ error: ensures
__global__ void forgetsBefore(const int *x, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(out, x[i]);
}

//@ requires 0 <= n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \max(\old(out[0]), max_over(k, x[k], 0, \max(n - 1, 0))); //~ error: ensures
__global__ void mayBeEmpty(const int *x, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(out, x[i]);
}

//@ requires 1 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \max(\old(out[0]), max_over(k, x[k], 0, n - 1)); //~ error: ensures
__global__ void fromTheSecond(const int *x, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n; i += gridDim.x * blockDim.x)
        atomicMax(out, x[i]);
}

//@ requires 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \min(\old(out[0]), min_over(k, x[k], 0, n - 1)); //~ error: ensures
__global__ void largest(const int *x, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(out, x[i]);
}

//@ requires 0 < n && gridDim.x * n <= \length(x) && gridDim.x <= \length(out) && gridDim.x * n <= 1000000000;
//@ ensures \forall r. 0 <= r < gridDim.x -> out[r] == max_over(k, x[r * n + k], 0, n - 1); //~ error: ensures
__global__ void fromZero(const int *x, int n, int *out) {
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(&best, x[blockIdx.x * n + i]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}

//@ requires 0 < n <= \length(x) && n <= \length(seg) && \forall i. 0 <= i < n -> 0 <= seg[i] < \length(out) - 1;
//@ ensures \forall i. 0 <= i < n -> out[seg[i]] >= x[i]; //~ error: ensures
__global__ void nextCell(const int *x, const int *seg, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&out[seg[i] + 1], x[i]);
}
