// No invariant is found of a loop that computes something else.
//% verdict: refuted

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], j, blockDim.x - 1); //~ error: ensures
__global__ void tooLate(const int *in, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x, n = blockDim.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 2; d < n; d *= 2) {
        int right = t + d < n ? s[t + d] : 0;
        __syncthreads();
        s[t] += right;
        __syncthreads();
    }
    out[i] = s[t];
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == max_over(k, in[b * blockDim.x + k], 0, j); //~ error: ensures
__global__ void guard(const int *in, int *out) {
    extern __shared__ int s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        int v = s[threadIdx.x];
        if (threadIdx.x > d) v = max(v, s[threadIdx.x - d]);
        __syncthreads();
        s[threadIdx.x] = v;
        __syncthreads();
    }
    out[i] = s[threadIdx.x];
}

//@ ghost int m;
//@ requires blockDim.x == 64 && cols == 64 * m && 0 <= m && 0 < rows && rows <= blockDim.x * gridDim.x;
//@ requires \length(A) == rows * cols && \length(x) == cols && \length(y) == rows;
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(c, A[r * cols + c] * x[c], 0, cols - 1); //~ error: ensures
__global__ void everyOther(const float *A, const float *x, float *y, int rows, int cols) {
    __shared__ float xs[64];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int base = 0; base < cols; base += 128) {
        xs[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        if (row < rows)
            for (int c = 0; c < 64; c++) sum += A[row * cols + base + c] * xs[c];
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && blockDim.x <= 512;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], 0, j); //~ error: ensures
__global__ void lost(const float *in, float *out) {
    __shared__ float a[512], b[512];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    a[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        b[t] = t >= d ? a[t] + a[t - d] : 0.0f;
        __syncthreads();
        a[t] = b[t];
        __syncthreads();
    }
    out[i] = a[t];
}
