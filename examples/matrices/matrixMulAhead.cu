// Matrix product by tiles in shared memory; while a block works on one pair of tiles, it loads the next pair into other buffers.
//
// Proved: for every size that is a multiple of 16, element (i, j) is the scalar product of row i and column j, without an invariant.
//
//% verdict: verified
#define TILE 16

//@ requires blockDim.x == TILE && blockDim.y == TILE && 0 < n && n == TILE * gridDim.x && n == TILE * gridDim.y;
//@ requires \length(a) == n * n && \length(b) == n * n && \length(c) == n * n;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < n -> c[i * n + j] == sum(k, a[i * n + k] * b[k * n + j], 0, n - 1);
__global__ void matrixMulAhead(const float *a, const float *b, float *c, int n) {
    __shared__ float rows[2][TILE][TILE], cols[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    int now = 0;
    rows[now][y][x] = a[i * n + x];
    cols[now][y][x] = b[y * n + j];
    __syncthreads();
    float dot = 0;
    for (int p = 0; p < n / TILE; p++) {
        int next = 1 - now;
        if (p + 1 < n / TILE) {
            rows[next][y][x] = a[i * n + (p + 1) * TILE + x];
            cols[next][y][x] = b[((p + 1) * TILE + y) * n + j];
        }
        for (int k = 0; k < TILE; k++) dot += rows[now][y][k] * cols[now][k][x];
        __syncthreads();
        now = next;
    }
    c[i * n + j] = dot;
}
