// A step of diffusion in three dimensions, plane after plane, with the planes above and below in registers.
//% verdict: safe

//@ requires 2 < w && 2 < h && 2 < d && w * h * d <= \length(in) && w * h * d <= \length(out);
__global__ void step(const float *__restrict__ in, float *__restrict__ out, int w, int h, int d, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (0 < x && x < w - 1 && 0 < y && y < h - 1) {
        for (int z = 1; z < d - 1; z++) {
            int at = (z * h + y) * w + x;
            float around = in[at - 1] + in[at + 1] + in[at - w] + in[at + w] + in[at - w * h] + in[at + w * h];
            out[at] = in[at] + k * (around - 6.0f * in[at]);
        }
    }
}
