// The product by tiles of 16 by 16.
//% races: race-free
//% options: --block 16,16

#define TILE 16

//@ requires n % TILE == 0 && gridDim.x == n / TILE && gridDim.y == n / TILE;
__global__ void sgemm(const float *A, const float *B, float *C, int n) {
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.0f;
    for (int m = 0; m < n / TILE; ++m) {
        As[ty][tx] = A[row * n + (m * TILE + tx)];
        Bs[ty][tx] = B[(m * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * n + col] = acc;
}
