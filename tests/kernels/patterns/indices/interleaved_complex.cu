// Real and imaginary parts alternate.
//% races: race-free

__global__ void conjugateScale(float *z, float re, float im, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float a = z[2 * i];
        float b = z[2 * i + 1];
        z[2 * i] = a * re - b * im;
        z[2 * i + 1] = a * im + b * re;
    }
}
