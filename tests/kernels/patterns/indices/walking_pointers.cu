// Pointers that walk through the arrays.
//% races: race-free

__global__ void axpyWalk(const float *x, float *y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *px = x + i;
    float *py = y + i;
    int step = gridDim.x * blockDim.x;
    while (i < n) {
        *py = a * *px + *py;
        px += step;
        py += step;
        i += step;
    }
}
