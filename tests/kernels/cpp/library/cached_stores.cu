// Stores with hints for caches, and functions of the library that move values (MEM-36).
//% verdict: verified
#include <algorithm>
#include <utility>

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b);
//@ ensures \forall i. 0 <= i < n -> b[i] == \old(a[i]) + 1.0;
__global__ void streamed(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) __stcs(b + i, __ldcs(a + i) + 1.0f);
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall i. 0 <= i < n -> a[i].x == \old(a[i].y) && a[i].y == \old(a[i].x);
__global__ void exchanged(int2 *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) std::swap(a[i].x, a[i].y);
}

//@ requires n <= blockDim.x * gridDim.x && 2 * n <= \length(a);
//@ ensures \forall i. 0 <= i < n -> a[i].x == \old(a[n + i].x) && a[n + i].y == \old(a[i].y);
__global__ void exchanged_pairs(int2 *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) std::swap(a[i], a[n + i]);
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && low <= high;
//@ ensures \forall i. 0 <= i < n -> low <= a[i] <= high;
__global__ void clamped(int *a, int n, int low, int high) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = std::clamp(a[i], low, high);
}

//@ requires blockDim.x == 1 && gridDim.x == 1 && \length(a) == 4;
//@ ensures a[0] == \old(a[0]) && a[1] == \old(a[0]) && a[2] == \old(a[1]) && a[3] == \old(a[2]);
__global__ void moved_up(int *a) { memmove(a + 1, a, 3 * sizeof(int)); }
