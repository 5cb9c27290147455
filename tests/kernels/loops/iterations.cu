// Loops without invariants whose iterations do not depend on each other.
//% verdict: verified

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
__global__ void copy(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i];
}

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == a * x[j] + \old(y[j]);
//@ ensures \forall j. n <= j < \length(y) -> y[j] == \old(y[j]);
__global__ void inPlace(const float *x, float *y, float a, int n) {
    int stride = blockDim.x * gridDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        y[i] = a * x[i] + y[i];
        i += stride;
    }
}

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == (in[j] > 0 ? in[j] : 0);
__global__ void twoBranches(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float v = in[i];
        if (v > 0)
            out[i] = v;
        else
            out[i] = 0;
    }
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols && \length(in) == rows * cols && \length(out) == rows * cols;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < cols -> out[r * cols + c] == 2 * in[r * cols + c];
__global__ void rows(const int *in, int *out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    for (int c = 0; c < cols; c++)
        out[r * cols + c] = 2 * in[r * cols + c];
}

//@ requires 0 <= n <= \length(x) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> x[j] == j;
__global__ void downwards(int *x, int n) {
    for (int i = n - 1; i >= 0; i--)
        x[i] = i;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols && \length(A) == rows * cols && \length(x) == cols && \length(y) == rows;
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(c, A[r * cols + c] * x[c], 0, cols - 1);
__global__ void matrixVector(const float *A, const float *x, float *y, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float acc = 0;
        for (int c = 0; c < cols; c++)
            acc += A[r * cols + c] * x[c];
        y[r] = acc;
    }
}

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= blockDim.y * gridDim.y;
//@ requires \length(A) == n * n && \length(B) == n * n && \length(C) == n * n;
//@ ensures \forall r, c. 0 <= r < n && 0 <= c < n -> C[r * n + c] == sum(k, A[r * n + k] * B[k * n + c], 0, n - 1);
__global__ void matrixProduct(const float *A, const float *B, float *C, int n) {
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n && c < n) {
        float acc = 0;
        for (int k = 0; k < n; ++k)
            acc += A[r * n + k] * B[k * n + c];
        C[r * n + c] = acc;
    }
}

//@ requires 0 <= n <= \length(in) && \length(out) == blockDim.x * gridDim.x;
//@ ensures \forall t. 0 <= t < blockDim.x * gridDim.x -> out[t] == count(k, in[k] > t, 0, n - 1);
__global__ void countGreater(const int *in, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int c = 0;
    for (int k = 0; k < n; k++)
        if (in[k] > t)
            c++;
    out[t] = c;
}
