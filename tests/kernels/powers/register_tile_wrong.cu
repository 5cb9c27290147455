// The second column of each square is taken from the first.
//% verdict: refuted

//@ requires 0 < n && n == 2 * blockDim.x * gridDim.x && n == 2 * blockDim.y * gridDim.y;
//@ requires n * n <= \length(a) && n * n <= \length(b);
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> b[i * n + j] == a[i * n + j]; //~ error: ensures
__global__ void copy_squares(const float *a, float *b, int n) {
    int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++) b[(i + u) * n + j + v] = a[(i + u) * n + j];
}
