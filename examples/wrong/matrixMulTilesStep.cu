// Every other tile is left out.
//
// Found: half of each product is missing.
//
//% verdict: refuted

//@ requires blockDim.x == 16 && blockDim.y == 16 && n % 32 == 0 && 0 < n && gridDim.x == n / 32 && gridDim.y == n / 32;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c) && n * n <= 2147483647;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1); //~ error: ensures
__global__ void matrixMulTiles(const float *a, const float *b, float *c, int n) {
    __shared__ float as[32][16], bs[16][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty * 2, col = blockIdx.x * 32 + tx * 2;
    float acc[2][2] = {};
    for (int tile = 0; tile < n; tile += 32) {
        for (int u = 0; u < 2; u++) {
            as[ty * 2 + u][tx] = a[(row + u) * n + tile + tx];
            bs[ty][tx * 2 + u] = b[(tile + ty) * n + col + u];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int u = 0; u < 2; u++)
                for (int v = 0; v < 2; v++) acc[u][v] += as[ty * 2 + u][k] * bs[k][tx * 2 + v];
        __syncthreads();
    }
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) c[(row + u) * n + col + v] = acc[u][v];
}
