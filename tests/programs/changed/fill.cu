// As in `apart`, but one file has a step of 0, and changes the pitch.
//% fill: racy as-launched
//% rows: unknown as-launched
#include "fill.h"

__global__ void fill(float *a, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * step] = 1.0f;
}

__global__ void rows(float *a, int distance) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    a[blockIdx.y * distance + x] = 2.0f;
}

extern "C" void fill_gpu(float *a, int n, int step) { fill<<<(n + 255) / 256, 256>>>(a, n, step); }

void rows_gpu(float *a, int w, int h) { rows<<<dim3(w / 32, h), 32>>>(a, pitch); }
