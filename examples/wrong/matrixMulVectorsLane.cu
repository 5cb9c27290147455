// The third column is made of the second lane.
//
// Found: a third column that is not the product.
//
//% verdict: refuted

//@ requires 0 < m && 0 < n && 0 < depth && m * depth <= \length(a) && depth * n <= \length(b) && m * n <= \length(c);
//@ requires m * depth <= 2147483647 && depth * n <= 2147483647 && m * n <= 2147483647;
//@ requires 4 * gridDim.x * blockDim.x == n && 4 * gridDim.y * blockDim.y == m;
//@ ensures \forall i, j. 0 <= i < m && 0 <= j < n -> c[i * n + j] == sum(k, a[i * depth + k] * b[k * n + j], 0, depth - 1); //~ error: ensures
__global__ void matrixMulVectors(const float *a, const float *b, float *c, int m, int n, int depth) {
    int row = 4 * (blockIdx.y * blockDim.y + threadIdx.y), col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float sums[4][4] = {};
    for (int k = 0; k < depth; k++) {
        float4 right = *reinterpret_cast<const float4 *>(&b[k * n + col]);
        for (int i = 0; i < 4; i++) {
            float left = a[(row + i) * depth + k];
            sums[i][0] += left * right.x;
            sums[i][1] += left * right.y;
            sums[i][2] += left * right.y;
            sums[i][3] += left * right.w;
        }
    }
    for (int i = 0; i < 4; i++)
        *reinterpret_cast<float4 *>(&c[(row + i) * n + col]) = make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}
