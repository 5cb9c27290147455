// What is known of a diagonal is used where the diagonal is read: its index is solved as a whole.
//% verdict: verified

//@ requires \length(A) == n * n && \length(x) == n && \length(b) == n && 0 < n && blockDim.x == n && gridDim.x == 1;
//@ requires \forall i. 0 <= i < n -> A[i * n + i] != 0;
//@ ensures \forall i. 0 <= i < n ->
//@     x[i] * A[i * n + i] + sum(j, (j == i ? 0 : A[i * n + j] * \old(x[j])), 0, n - 1) == b[i];
__global__ void jacobi(const float *A, float *x, const float *b, int n) {
    int i = threadIdx.x;
    float s = 0;
    for (int j = 0; j < n; j++)
        if (j != i) s += A[i * n + j] * x[j];
    __syncthreads();
    x[i] = (b[i] - s) / A[i * n + i];
}

//@ requires \length(A) == n * n && \length(d) == n && 0 < n && n <= blockDim.x * gridDim.x;
//@ requires \forall i. 0 <= i < n -> 0 < A[n * i + i] < 100;
//@ ensures \forall i. 0 <= i < n -> 1 <= d[i] <= 99;
__global__ void diagonal(const int *A, int *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = A[(n + 1) * i];
}
