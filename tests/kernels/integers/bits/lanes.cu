// Lane and warp of a thread by masks and shifts with constants.
//% verdict: verified

//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> lane[b * blockDim.x + t] == t % 32;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> warp[b * blockDim.x + t] == t / 32;
__global__ void lanes(int *lane, int *warp) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    lane[g] = threadIdx.x & 31;
    warp[g] = threadIdx.x >> 5;
}
