// A private array of two dimensions, and its determinant.
//% verdict: verified

//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x ->
//@     det[i] == in[4 * i] * in[4 * i + 3] - in[4 * i + 1] * in[4 * i + 2];
__global__ void determinant(const float *in, float *det) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float m[2][2];
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++)
            m[r][c] = in[4 * i + 2 * r + c];
    det[i] = m[0][0] * m[1][1] - m[0][1] * m[1][0];
}
