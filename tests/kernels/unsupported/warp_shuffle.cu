// Warp operations are not modelled yet.
//% verdict: unsupported

__global__ void reduce(int *data) {
    int x = data[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
    data[threadIdx.x] = x;
}
