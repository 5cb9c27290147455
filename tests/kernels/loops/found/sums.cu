// What a thread has summed up after some tiles is a part of the sum of its postcondition (LOOP-53).
//% verdict: verified

//@ requires n == blockDim.x * gridDim.x && \length(x) == n && \length(m) == n && \length(f) == n && \length(sx) == blockDim.x;
//@ ensures \forall i. 0 <= i < n -> f[i] == sum(j, x[j] * (x[j] - x[i]), 0, n - 1);
__global__ void forces(const float *x, const float *m, float *f, int n) {
    extern __shared__ float sx[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own = x[i], acc = 0.0f;
    for (int tile = 0; tile < gridDim.x; tile++) {
        sx[threadIdx.x] = x[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; j++) acc += sx[j] * (sx[j] - own);
        __syncthreads();
    }
    f[i] = acc;
}

//@ ghost int m;
//@ requires blockDim.x == 64 && cols == 64 * m && 0 <= m && 0 < rows && rows <= blockDim.x * gridDim.x;
//@ requires \length(A) == rows * cols && \length(x) == cols && \length(y) == rows;
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(c, A[r * cols + c] * x[c], 0, cols - 1);
__global__ void matVec(const float *A, const float *x, float *y, int rows, int cols) {
    __shared__ float xs[64];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int base = 0; base < cols; base += 64) {
        xs[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        if (row < rows)
            for (int c = 0; c < 64; c++) sum += A[row * cols + base + c] * xs[c];
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}
