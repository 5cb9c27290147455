// Loops whose iterations hand values on, by locals and by cells, and loops inside of them: no invariant.
//% verdict: verified

//@ requires 0 <= n <= \length(x) && n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == sum(k, x[k], 0, j);
__global__ void prefixSums(const float *x, float *y, int n) {
    float so_far = 0;
    for (int i = 0; i < n; i++) {
        so_far += x[i];
        y[i] = so_far;
    }
}

//@ requires 1 <= n <= \length(x) && n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == \old(y[0]) + sum(k, x[k], 1, j);
__global__ void prefixSumsInPlace(const float *x, float *y, int n) {
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
}

//@ requires 1 <= n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == \old(y[0]);
__global__ void spread(float *y, int n) {
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1];
}

//@ requires 0 <= n && n + 1 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == \old(y[j + 1]);
__global__ void shifted(float *y, int n) {
    for (int i = 0; i < n; i++)
        y[i] = y[i + 1];
}

//@ requires 1 <= n <= \length(x) && 2 <= \length(out) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == max_over(k, x[k], 0, n - 1) && out[1] == min_over(k, x[k], 0, n - 1);
__global__ void extrema(const float *x, float *out, int n) {
    float most = x[0], least = x[0];
    for (int i = 1; i < n; i++) {
        most = fmaxf(most, x[i]);
        if (x[i] < least)
            least = x[i];
    }
    out[0] = most;
    out[1] = least;
}

//@ requires 0 <= n <= \length(x) && 4 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures y[0] == \old(y[0]) + sum(k, x[k], 0, n - 1) && y[1] == \old(y[1]) + n;
//@ ensures y[2] == (n > 0 ? x[n - 1] : \old(y[2])) && y[3] == \old(y[3]) * prod(k, x[k], 0, n - 1);
__global__ void inCells(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
        y[0] += x[i];
        y[1] += 1;
        y[2] = x[i];
        y[3] *= x[i];
    }
}

//@ requires 0 <= columns <= blockDim.x * gridDim.x && 0 <= rows && rows * columns <= \length(A) && columns <= \length(s);
//@ ensures \forall j. 0 <= j < columns -> s[j] == \old(s[j]) + sum(k, A[k * columns + j], 0, rows - 1);
__global__ void columnSums(const float *A, float *s, int rows, int columns) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < columns)
        for (int i = 0; i < rows; i++)
            s[j] += A[i * columns + j];
}

//@ requires 0 <= n && 2 * n <= \length(x) && 2 * n <= \length(y);
//@ ensures \forall j. 0 <= j < 2 * n -> y[j] == 2 * x[j];
__global__ void twoStores(const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        y[i] = 2 * x[i];
        y[n + i] = 2 * x[n + i];
    }
}

//@ requires 0 <= n && n * n <= \length(A) && n * n <= \length(B) && n * n <= \length(C) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> C[i * n + j] == sum(k, A[i * n + k] * B[k * n + j], 0, n - 1);
__global__ void product(const float *A, const float *B, float *C, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
}

//@ requires 0 <= n && n * n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall i, j. 0 <= i < n && i < j < n -> y[i * n + j] == i + j;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j <= i -> y[i * n + j] == \old(y[i * n + j]);
__global__ void aboveDiagonal(float *y, int n) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            y[i * n + j] = i + j;
}
