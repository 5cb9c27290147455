// A sum in two levels without the barrier between them.
//
//% verdict: refuted

#define WARP 32

//@ requires blockDim.x % WARP == 0 && 0 <= n && n <= \length(x) && \length(y) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x ->
//@     y[b] == sum(k, b * blockDim.x + k < n ? x[b * blockDim.x + k] : 0, 0, blockDim.x - 1);
__global__ void blockSumShuffle(const float *x, float *y, int n) {
    __shared__ float part[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0)
        part[warp] = v; //~ error: race
    if (warp == 0) {
        v = lane < blockDim.x / WARP ? part[lane] : 0.0f;
        for (int d = WARP / 2; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0)
            y[blockIdx.x] = v;
    }
}
