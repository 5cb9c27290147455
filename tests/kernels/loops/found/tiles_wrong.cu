// Products in registers that go wrong: a tile that ends too early, a column that is stored twice, a row that is read twice.
//% verdict: refuted

//@ requires blockDim.x == 4 && blockDim.y == 4 && n % 8 == 0 && 0 < n && gridDim.x == n / 8 && gridDim.y == n / 8;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
//~^ error: ensures
__global__ void endsEarly(const float *a, const float *b, float *c, int n) {
    __shared__ float as[8][4], bs[4][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty * 2, col = blockIdx.x * 8 + tx * 2;
    float acc[2][2] = {};
    for (int kt = 0; kt < n; kt += 4) {
        for (int u = 0; u < 2; u++) {
            as[ty * 2 + u][tx] = a[(row + u) * n + kt + tx];
            bs[ty][tx * 2 + u] = b[(kt + ty) * n + col + u];
        }
        __syncthreads();
        for (int k = 0; k < 3; k++)
            for (int u = 0; u < 2; u++)
                for (int v = 0; v < 2; v++) acc[u][v] += as[ty * 2 + u][k] * bs[k][tx * 2 + v];
        __syncthreads();
    }
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) c[(row + u) * n + col + v] = acc[u][v];
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && n % 8 == 0 && 0 < n && gridDim.x == n / 8 && gridDim.y == n / 8;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
//~^ error: ensures
__global__ void storedTwice(const float *a, const float *b, float *c, int n) {
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty * 2, col = blockIdx.x * 8 + tx * 2;
    float acc[2][2] = {};
    for (int k = 0; k < n; k++)
        for (int u = 0; u < 2; u++)
            for (int v = 0; v < 2; v++) acc[u][v] += a[(row + u) * n + k] * b[k * n + col + v];
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) c[(row + u) * n + col + v] = acc[u][0];
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && n % 8 == 0 && 0 < n && gridDim.x == n / 8 && gridDim.y == n / 8;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
//~^ error: ensures
__global__ void readTwice(const float *a, const float *b, float *c, int n) {
    __shared__ float as[8][4], bs[4][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty * 2, col = blockIdx.x * 8 + tx * 2;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int kt = 0; kt < n; kt += 4) {
        as[ty * 2][tx] = a[row * n + kt + tx];
        as[ty * 2 + 1][tx] = a[row * n + kt + tx];
        bs[ty][tx * 2] = b[(kt + ty) * n + col];
        bs[ty][tx * 2 + 1] = b[(kt + ty) * n + col + 1];
        __syncthreads();
        for (int k = 0; k < 4; k++) {
            s00 += as[ty * 2][k] * bs[k][tx * 2];
            s01 += as[ty * 2][k] * bs[k][tx * 2 + 1];
            s10 += as[ty * 2 + 1][k] * bs[k][tx * 2];
            s11 += as[ty * 2 + 1][k] * bs[k][tx * 2 + 1];
        }
        __syncthreads();
    }
    c[row * n + col] = s00;
    c[row * n + col + 1] = s01;
    c[(row + 1) * n + col] = s10;
    c[(row + 1) * n + col + 1] = s11;
}
