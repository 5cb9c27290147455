// An elimination step that takes off the row above instead of the pivot's.
//
//% verdict: refuted

//@ requires 0 <= k < n && \length(A) == n * n && A[k * n + k] != 0;
//@ ensures \forall i, j. k < i < n && k < j < n -> A[i * n + j] == \old(A[i * n + j]) - \old(A[i * n + k]) / \old(A[k * n + k]) * \old(A[k * n + j]); //~ error: ensures
//@ ensures \forall i. k < i < n -> A[i * n + k] == \old(A[i * n + k]) / \old(A[k * n + k]);
__global__ void luStep(float *A, int n, int k) {
    for (int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float factor = A[i * n + k] / A[k * n + k];
        A[i * n + k] = factor;
        for (int j = k + 1; j < n; j++)
            A[i * n + j] -= factor * A[(i - 1) * n + j]; //~ error: race
    }
}
