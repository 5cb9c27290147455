// A square's elements take the column by their row.
//
//% verdict: refuted

//@ requires 0 < n && n == 2 * blockDim.x * gridDim.x && n == 2 * blockDim.y * gridDim.y;
//@ requires n * n <= \length(a) && n * n <= \length(b) && n * n <= \length(c);
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1); //~ error: ensures
__global__ void matrixMulRegisters(const float *a, const float *b, float *c, int n) {
    int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    float acc[2][2] = {};
    for (int k = 0; k < n; k++)
        for (int u = 0; u < 2; u++)
            for (int v = 0; v < 2; v++)
                acc[u][v] += a[(row + u) * n + k] * b[k * n + col + u];
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++)
            c[(row + u) * n + col + v] = acc[u][v];
}
