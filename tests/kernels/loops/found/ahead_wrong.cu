// Tiles that are loaded ahead, and mistakes in it.
//% verdict: refuted

// The barrier is missing: the half is filled again while others read it.
//@ requires blockDim.x == 4 && blockDim.y == 4 && 0 < n && n == 4 * gridDim.x && n == 4 * gridDim.y;
//@ requires \length(a) == n * n && \length(b) == n * n && \length(c) == n * n;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1); //~ unproved: held
__global__ void noBarrier(const float *a, const float *b, float *c, int n) {
    __shared__ float s[2][4][4], t[2][4][4];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 4 + y, col = blockIdx.x * 4 + x;
    int cur = 0;
    s[0][y][x] = a[row * n + x];
    t[0][y][x] = b[y * n + col];
    __syncthreads();
    float dot = 0;
    for (int p = 0; p < n / 4; p++) {
        int next = cur ^ 1;
        if (p + 1 < n / 4) {
            s[next][y][x] = a[row * n + (p + 1) * 4 + x]; //~ error: race
            t[next][y][x] = b[((p + 1) * 4 + y) * n + col]; //~ error: race
        }
        for (int k = 0; k < 4; k++) dot += s[cur][y][k] * t[cur][k][x];
        cur = next;
    }
    c[row * n + col] = dot;
}

// The half that is filled is the one that is read.
//@ requires blockDim.x == 4 && blockDim.y == 4 && 0 < n && n == 4 * gridDim.x && n == 4 * gridDim.y;
//@ requires \length(a) == n * n && \length(b) == n * n && \length(c) == n * n;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1); //~ error: ensures
__global__ void notTurned(const float *a, const float *b, float *c, int n) {
    __shared__ float s[2][4][4], t[2][4][4];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 4 + y, col = blockIdx.x * 4 + x;
    int cur = 0;
    s[0][y][x] = a[row * n + x];
    t[0][y][x] = b[y * n + col];
    __syncthreads();
    float dot = 0;
    for (int p = 0; p < n / 4; p++) {
        int next = cur ^ 1;
        if (p + 1 < n / 4) {
            s[next][y][x] = a[row * n + (p + 1) * 4 + x];
            t[next][y][x] = b[((p + 1) * 4 + y) * n + col];
        }
        for (int k = 0; k < 4; k++) dot += s[cur][y][k] * t[cur][k][x];
        __syncthreads();
    }
    c[row * n + col] = dot;
}

// The next tile is taken where this one is.
//@ requires gridDim.x == 1 && blockDim.x <= 256 && 0 < tiles && tiles * blockDim.x <= 1000000;
//@ requires \length(x) == tiles * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i, t. 0 <= i < tiles && 0 <= t < blockDim.x ->
//@     y[i * blockDim.x + t] == x[i * blockDim.x + blockDim.x - 1 - t];
//~^^ error: ensures
__global__ void sameTile(const float *x, float *y, int tiles) {
    __shared__ float s[2][256];
    int t = threadIdx.x, h = 0;
    s[0][t] = x[t];
    for (int i = 0; i < tiles; i++) {
        __syncthreads();
        if (i + 1 < tiles) s[h ^ 1][t] = x[i * blockDim.x + t];
        y[i * blockDim.x + t] = s[h][blockDim.x - 1 - t];
        h ^= 1;
    }
}
