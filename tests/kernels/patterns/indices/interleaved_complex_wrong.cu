// The imaginary part is looked for one further.
//% races: racy

__global__ void conjugateScale(float *z, float re, float im, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float a = z[2 * i]; //~ error: race
        float b = z[2 * i + 2]; //~ error: race
        z[2 * i] = a * re - b * im; //~ error: race
        z[2 * i + 2] = a * im + b * re; //~ error: race
    }
}
