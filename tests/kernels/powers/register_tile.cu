// Each thread computes a square of elements; the contract speaks of all of them, row and column in one index.
//% verdict: verified

//@ requires 0 < n && n == 2 * blockDim.x * gridDim.x && n == 2 * blockDim.y * gridDim.y;
//@ requires n * n <= \length(a) && n * n <= \length(b);
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> b[i * n + j] == a[i * n + j];
__global__ void copy_squares(const float *a, float *b, int n) {
    int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) b[(i + u) * n + j + v] = a[(i + u) * n + j + v];
}

//@ requires 0 < n && n == 3 * blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
//@ requires h * n <= \length(a) && h * n <= \length(b);
//@ ensures \forall i, j. 0 <= i < h && 0 <= j < n -> b[i * n + j] == a[i * n + j];
__global__ void copy_triples(const float *a, float *b, int n, int h) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int v = 0; v < 3; v++) b[i * n + j + v] = a[i * n + j + v];
}
