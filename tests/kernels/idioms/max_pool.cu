// Pooling: the greatest of each square of four pixels.
//% verdict: verified

//@ requires 0 <= w && 0 <= h && 4 * w * h <= \length(in) && w * h <= \length(out);
//@ requires w <= blockDim.x * gridDim.x && h <= blockDim.y * gridDim.y;
//@ ensures \forall x, y. 0 <= x < w && 0 <= y < h -> in[2 * w * (2 * y) + 2 * x] <= out[y * w + x];
__global__ void pool(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float best = in[2 * w * (2 * y) + 2 * x];
        best = fmaxf(best, in[2 * w * (2 * y) + 2 * x + 1]);
        best = fmaxf(best, in[2 * w * (2 * y + 1) + 2 * x]);
        best = fmaxf(best, in[2 * w * (2 * y + 1) + 2 * x + 1]);
        out[y * w + x] = best;
    }
}
