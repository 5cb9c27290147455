// What a diagonal does not say.
//% verdict: not-verified

// Nothing is known of the elements beside it.
//@ requires \length(A) == n * n && \length(d) == n && 1 < n && n <= blockDim.x * gridDim.x;
//@ requires \forall i. 0 <= i < n -> 0 < A[n * i + i] < 100;
//@ ensures \forall i. 0 <= i < n - 1 -> 1 <= d[i]; //~ error: ensures
__global__ void beside(const int *A, int *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) d[i] = A[(n + 1) * i + 1];
}

// The last element of the diagonal is not known.
//@ requires \length(A) == n * n && \length(d) == n && 0 < n && n <= blockDim.x * gridDim.x;
//@ requires \forall i. 0 <= i < n - 1 -> 0 < A[n * i + i] < 100;
//@ ensures \forall i. 0 <= i < n -> 1 <= d[i]; //~ error: ensures
__global__ void last(const int *A, int *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = A[(n + 1) * i];
}
