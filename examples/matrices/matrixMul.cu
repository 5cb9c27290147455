// Matrix product by square tiles in shared memory: each block computes one tile of `C`, and walks over a
// row of tiles of `A` and a column of tiles of `B`.
//
// Proved: for every tile size, every number of tiles and every launch that covers `C`, each element is
// the sum of products, and no access leaves an array.
//
//% verdict: verified

//@ ghost int m;
//@ requires blockDim.x == TILE && blockDim.y == TILE && 0 <= m;
//@ requires wA == TILE * m && wB == TILE * gridDim.x && hA == TILE * gridDim.y;
//@ requires \length(A) == hA * wA && \length(B) == wA * wB && \length(C) == hA * wB;
//@ ensures \forall i, j. 0 <= i < hA && 0 <= j < wB ->
//@     C[i * wB + j] == sum(k, A[i * wA + k] * B[k * wB + j], 0, wA - 1);
template <int TILE>
__global__ void matrixMul(const float *A, const float *B, float *C, int wA, int wB, int hA) {
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float dot = 0.0f;
    for (int p = 0; p < wA / TILE; p++) {
        As[ty][tx] = A[row * wA + p * TILE + tx];
        Bs[ty][tx] = B[(p * TILE + ty) * wB + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            dot += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }
    C[row * wB + col] = dot;
}
