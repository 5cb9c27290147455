// Addition of two matrices, stored by rows, on a two-dimensional grid of two-dimensional blocks.
//
// Proved: for every launch that covers the matrix, each element of `c` is the sum of those of `a`
// and `b`, and no access leaves an array. Threads outside the matrix return early.
//
//% verdict: verified

//@ requires 0 <= width <= blockDim.x * gridDim.x && 0 <= height <= blockDim.y * gridDim.y;
//@ requires \length(a) == width * height && \length(b) == width * height && \length(c) == width * height;
//@ ensures \forall row, col. 0 <= row < height && 0 <= col < width ->
//@     c[row * width + col] == a[row * width + col] + b[row * width + col];
__global__ void matrixAdd(const float *a, const float *b, float *c, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    int at = row * width + col;
    c[at] = a[at] + b[at];
}
