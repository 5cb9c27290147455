// One step of an LU decomposition without pivoting: each thread eliminates column `k` from rows below the pivot's, in a grid-stride loop.
//
// Proved: for every size, the multipliers stand below the pivot and the rest of each row has the pivot's row taken off as often, though the loop writes
// the matrix that it reads. No division is by 0: nobody changes the pivot.
//
//% verdict: verified

//@ requires 0 <= k < n && \length(A) == n * n && A[k * n + k] != 0;
//@ ensures \forall i, j. k < i < n && k < j < n -> A[i * n + j] == \old(A[i * n + j]) - \old(A[i * n + k]) / \old(A[k * n + k]) * \old(A[k * n + j]);
//@ ensures \forall i. k < i < n -> A[i * n + k] == \old(A[i * n + k]) / \old(A[k * n + k]);
__global__ void luStep(float *A, int n, int k) {
    for (int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float factor = A[i * n + k] / A[k * n + k];
        A[i * n + k] = factor;
        for (int j = k + 1; j < n; j++)
            A[i * n + j] -= factor * A[k * n + j];
    }
}
