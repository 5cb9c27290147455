// An elimination step that divides the pivot's row by itself as well.
//
//% verdict: refuted

//@ requires 0 <= k < n && \length(A) == n * n && A[k * n + k] != 0;
//@ ensures \forall i, j. k < i < n && k < j < n -> A[i * n + j] == \old(A[i * n + j]) - \old(A[i * n + k]) / \old(A[k * n + k]) * \old(A[k * n + j]); //~ error: ensures
//@ ensures \forall i. k < i < n -> A[i * n + k] == \old(A[i * n + k]) / \old(A[k * n + k]); //~ error: ensures
__global__ void luStep(float *A, int n, int k) {
    for (int i = k + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float factor = A[i * n + k] / A[k * n + k]; //~ error: race
        A[i * n + k] = factor;
        for (int j = k + 1; j < n; j++)
            A[i * n + j] -= factor * A[k * n + j]; //~ error: race
    }
}
