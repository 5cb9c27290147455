// What an iteration leaves for the next one: halves of double buffers and registers that are filled ahead. No invariant is written.
//% verdict: verified

// A matrix product whose next tiles are loaded while this one is worked on.
//@ requires blockDim.x == 16 && blockDim.y == 16 && 0 < n && n == 16 * gridDim.x && n == 16 * gridDim.y;
//@ requires \length(a) == n * n && \length(b) == n * n && \length(c) == n * n;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
__global__ void twoBuffers(const float *a, const float *b, float *c, int n) {
    __shared__ float s[2][16][16], t[2][16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    int cur = 0;
    s[0][y][x] = a[row * n + x];
    t[0][y][x] = b[y * n + col];
    __syncthreads();
    float dot = 0;
    for (int p = 0; p < n / 16; p++) {
        int next = cur ^ 1;
        if (p + 1 < n / 16) {
            s[next][y][x] = a[row * n + (p + 1) * 16 + x];
            t[next][y][x] = b[((p + 1) * 16 + y) * n + col];
        }
        for (int k = 0; k < 16; k++) dot += s[cur][y][k] * t[cur][k][x];
        __syncthreads();
        cur = next;
    }
    c[row * n + col] = dot;
}

// The same in one buffer, through registers.
//@ requires blockDim.x == 16 && blockDim.y == 16 && 0 < n && n == 16 * gridDim.x && n == 16 * gridDim.y;
//@ requires \length(a) == n * n && \length(b) == n * n && \length(c) == n * n;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
__global__ void throughRegisters(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float own = a[row * n + x], other = b[y * n + col], dot = 0;
    for (int p = 0; p < n; p += 16) {
        s[y][x] = own;
        t[y][x] = other;
        __syncthreads();
        if (p + 16 < n) {
            own = a[row * n + p + 16 + x];
            other = b[(p + 16 + y) * n + col];
        }
        for (int k = 0; k < 16; k++) dot += s[y][k] * t[k][x];
        __syncthreads();
    }
    c[row * n + col] = dot;
}

// One tile after the other, mirrored; the half that is filled is `h ^ 1`.
//@ requires gridDim.x == 1 && blockDim.x <= 256 && 0 < tiles && tiles * blockDim.x <= 1000000;
//@ requires \length(x) == tiles * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i, t. 0 <= i < tiles && 0 <= t < blockDim.x ->
//@     y[i * blockDim.x + t] == x[i * blockDim.x + blockDim.x - 1 - t];
__global__ void mirrored(const float *x, float *y, int tiles) {
    __shared__ float s[2][256];
    int t = threadIdx.x, h = 0;
    s[0][t] = x[t];
    for (int i = 0; i < tiles; i++) {
        __syncthreads();
        if (i + 1 < tiles) s[h ^ 1][t] = x[(i + 1) * blockDim.x + t];
        y[i * blockDim.x + t] = s[h][blockDim.x - 1 - t];
        h ^= 1;
    }
}
