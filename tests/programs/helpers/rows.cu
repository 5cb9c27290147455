// A function of a third file computes the distance of rows; functions of C are known by their names alone.
//% rows: race-free as-launched
#include "rows.h"

__global__ void rows(float *a, int w, int distance) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w) a[blockIdx.y * distance + x] = 2.0f;
}

extern "C" void rows_gpu(float *a, int w, int h, int distance, int mode) {
    rows<<<dim3((w + 31) / 32, h), 32>>>(a, w, distance);
}
