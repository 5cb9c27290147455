// What the first lanes of all warps bring: sums and minima by butterflies, one atomic operation a warp; and maxima of blocks, by shuffles in two
// levels.
//% verdict: verified
#include <limits.h>

//@ requires blockDim.x % 32 == 0 && 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \old(out[0]) + sum(k, x[k], 0, n - 1);
__global__ void warpSum(const int *x, int n, int *out) {
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
    if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

//@ requires blockDim.x % 32 == 0 && 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \min(\old(out[0]), min_over(k, x[k], 0, n - 1));
__global__ void warpMin(const int *x, int n, int *out) {
    int v = INT_MAX;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v = min(v, x[i]);
    for (int o = 16; o > 0; o >>= 1) v = min(v, __shfl_xor_sync(0xffffffff, v, o));
    if (threadIdx.x % 32 == 0) atomicMin(out, v);
}

//@ requires blockDim.x % 32 == 0 && 32 <= blockDim.x <= 1024 && gridDim.x * blockDim.x <= \length(x) && gridDim.x <= \length(y);
//@ requires \forall e. 0 <= e < gridDim.x * blockDim.x -> -INFINITY < x[e];
//@ ensures \forall b. 0 <= b < gridDim.x -> y[b] == max_over(k, x[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void maxShuf(const float *x, float *y) {
    __shared__ float part[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_down_sync(0xffffffff, v, o));
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : -INFINITY;
        for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_down_sync(0xffffffff, v, o));
        if (lane == 0) y[blockIdx.x] = v;
    }
}
