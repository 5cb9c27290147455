// Addition of two matrices, stored by rows, with the rows `height` apart instead of `width`.
//
// Found: a matrix of two rows and one column has its second element at 1, the kernel takes 2: the
// element is not added, and the access is behind the end. Square matrices do not show the mistake.
//
//% verdict: refuted

//@ requires 0 <= width <= blockDim.x * gridDim.x && 0 <= height <= blockDim.y * gridDim.y;
//@ requires \length(a) == width * height && \length(b) == width * height && \length(c) == width * height;
//@ ensures \forall row, col. 0 <= row < height && 0 <= col < width -> c[row * width + col] == a[row * width + col] + b[row * width + col];
//~^ error: ensures
__global__ void matrixAdd(const float *a, const float *b, float *c, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    int at = row * height + col;
    c[at] = a[at] + b[at]; //~ error: bounds
}
