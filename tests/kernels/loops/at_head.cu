// What the iterations so far have done is known inside the loop, too.
//% verdict: verified

// Nobody changes the pivot's row, so it is not 0 in any iteration.
//@ requires 0 <= k < n && \length(A) == n * n && A[k * n + k] != 0;
//@ ensures \forall i, j. k < i < n && k < j < n -> A[i * n + j] == \old(A[i * n + j]) - \old(A[i * n + k]) / \old(A[k * n + k]) * \old(A[k * n + j]);
//@ ensures \forall i. k < i < n -> A[i * n + k] == \old(A[i * n + k]) / \old(A[k * n + k]);
__global__ void eliminate(float *A, int n, int k) {
    for (int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float factor = A[i * n + k] / A[k * n + k];
        A[i * n + k] = factor;
        for (int j = k + 1; j < n; j++)
            A[i * n + j] -= factor * A[k * n + j];
    }
}

// The invariant follows from what is known of the sum.
//@ requires 1 <= n <= \length(x) && 1 <= \length(out) && \forall k. 0 <= k < n -> 0 < x[k];
//@ ensures 0 < out[0];
__global__ void sumSoFar(const int *x, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 1;
        for (int i = 0; i < n; i++) {
            //@ assert s == 1 + sum(k, x[k], 0, i - 1);
            s += x[i];
        }
        out[0] = s;
    }
}

// What was written in this loop is read again, one place behind.
//@ requires 2 <= n <= \length(y) && n <= blockDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == i;
__global__ void ownCells(int *y, int n) {
    if (blockIdx.x == 0)
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            //@ assert \forall k. i <= k < n && k < blockDim.x -> y[threadIdx.x] == \old(y[threadIdx.x]);
            y[i] = i;
        }
}
