// Inside the loop, less is known than behind it.
//% verdict: not-verified

// The pivot's row is changed as well.
//@ requires 0 <= k < n && \length(A) == n * n && A[k * n + k] != 0;
__global__ void pivotToo(float *A, int n, int k) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = k; i < n; i++) {
            float factor = A[i * n + k] / A[k * n + k]; //~ error: division
            A[i * n + k] = factor - 1.0f;
        }
}

// The sum so far has not all elements yet.
//@ requires 1 <= n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == 1 + sum(k, x[k], 0, n - 1);
__global__ void notAll(const int *x, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 1;
        for (int i = 0; i < n; i++) {
            //@ assert s == 1 + sum(k, x[k], 0, n - 1); //~ error: assert
            s += x[i];
        }
        out[0] = s;
    }
}

// Cells of later iterations are what they were, those of earlier ones are not.
//@ requires 2 <= n <= \length(y);
__global__ void writtenBefore(int *y, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < n; i++) {
            //@ assert \forall k. 0 <= k < n -> y[k] == \old(y[k]); //~ error: assert
            y[i] = i;
        }
}
