// A convolution's input as columns: each thread copies the nine pixels around one, zero beyond the border.
//% verdict: safe

//@ requires 0 < w && 0 < h && w * h <= \length(image) && 9 * w * h <= \length(columns);
__global__ void im2col(const float *image, float *columns, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int k = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int sx = x + dx, sy = y + dy;
            bool inside = 0 <= sx && sx < w && 0 <= sy && sy < h;
            columns[(y * w + x) * 9 + k++] = inside ? image[sy * w + sx] : 0.0f;
        }
}
