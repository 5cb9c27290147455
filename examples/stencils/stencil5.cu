// Five-point stencil on the inner points of a grid, as in one step of a heat equation.
//
// Proved: for every launch that covers the grid, each inner point becomes the weighted sum of
// itself and its four neighbours, and no access leaves an array.
//
//% verdict: verified

//@ requires 0 <= width <= blockDim.x * gridDim.x && 0 <= height <= blockDim.y * gridDim.y;
//@ requires \length(in) == width * height && \length(out) == width * height;
//@ ensures \forall x, y. 0 < x < width - 1 && 0 < y < height - 1 ->
//@     out[y * width + x] == centre * in[y * width + x]
//@         + side * (in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x] + in[(y + 1) * width + x]);
__global__ void stencil5(const float *in, float *out, int width, int height, float centre, float side) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (0 < x && x < width - 1 && 0 < y && y < height - 1) {
        int at = y * width + x;
        out[at] = centre * in[at] + side * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
    }
}
