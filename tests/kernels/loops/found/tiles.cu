// Products in registers: a thread gathers several elements over tiles in shared memory, in locals or in a private array. What each of
// them has gathered is found from the postcondition (LOOP-53); the rows and columns of a tile are told by cases (SIMP-23).
//% verdict: verified

//@ requires blockDim.x == 16 && blockDim.y == 16 && n % 32 == 0 && 0 < n && gridDim.x == n / 32 && gridDim.y == n / 32;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
__global__ void inLocals(const float *a, const float *b, float *c, int n) {
    __shared__ float as[32][16], bs[16][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty * 2, col = blockIdx.x * 32 + tx * 2;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int kt = 0; kt < n; kt += 16) {
        as[ty * 2][tx] = a[row * n + kt + tx];
        as[ty * 2 + 1][tx] = a[(row + 1) * n + kt + tx];
        bs[ty][tx * 2] = b[(kt + ty) * n + col];
        bs[ty][tx * 2 + 1] = b[(kt + ty) * n + col + 1];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
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

//@ requires blockDim.x == 16 && blockDim.y == 16 && n % 32 == 0 && 0 < n && gridDim.x == n / 32 && gridDim.y == n / 32;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
__global__ void inAnArray(const float *a, const float *b, float *c, int n) {
    __shared__ float as[32][16], bs[16][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty * 2, col = blockIdx.x * 32 + tx * 2;
    float acc[2][2] = {};
    for (int kt = 0; kt < n; kt += 16) {
        for (int u = 0; u < 2; u++) {
            as[ty * 2 + u][tx] = a[(row + u) * n + kt + tx];
            bs[ty][tx * 2 + u] = b[(kt + ty) * n + col + u];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float x[2] = {as[ty * 2][k], as[ty * 2 + 1][k]};
            for (int u = 0; u < 2; u++)
                for (int v = 0; v < 2; v++) acc[u][v] += x[u] * bs[k][tx * 2 + v];
        }
        __syncthreads();
    }
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) c[(row + u) * n + col + v] = acc[u][v];
}
