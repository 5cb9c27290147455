// The mask has one bit too few: lane 16 is taken for lane 0.
//% verdict: refuted

//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> lane[b * blockDim.x + t] == t % 4;
//~^ error: ensures
__global__ void lanes(int *lane) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    lane[g] = threadIdx.x & 1;
}
