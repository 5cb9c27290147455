// The columns of a separable convolution, taps in constant memory, a range-based loop over them.
//% verdict: safe

__constant__ float taps[9];

//@ requires 0 < w && 0 <= h && w * (h + 8) <= \length(in) && w * h <= \length(out);
__global__ void columns(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float sum = 0.0f;
        int row = y;
        for (float tap : taps)
            sum += tap * in[row++ * w + x];
        out[y * w + x] = sum;
    }
}
