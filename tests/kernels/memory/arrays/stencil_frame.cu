// A stencil changes the inner points only: the frame of the grid stays as it was.
//% verdict: verified

//@ requires 1 <= width <= blockDim.x * gridDim.x && 1 <= height <= blockDim.y * gridDim.y;
//@ ensures \forall y. 0 <= y < height -> out[y * width] == \old(out[y * width]);
//@ ensures \forall x. 0 <= x < width -> out[x] == \old(out[x]);
__global__ void smooth(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    out[y * width + x] = (in[y * width + x - 1] + in[y * width + x + 1]) / 2;
}
