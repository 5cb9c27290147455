// A product of matrices, one thread for an element.
//% offers: requires \length(a) >= rows * inner;
//% offers: requires \length(b) >= inner * columns;
//% offers: requires \length(c) >= rows * columns;
//% offers: writes c;
//% verdict: safe
__global__ void multiply(const float *a, const float *b, float *c, int rows, int inner, int columns) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || column >= columns) {
        return;
    }
    float sum = 0.0f;
    for (int k = 0; k < inner; k++) {
        sum += a[row * inner + k] * b[k * columns + column];
    }
    c[row * columns + column] = sum;
}
