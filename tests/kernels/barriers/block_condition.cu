// A barrier under a condition that all threads of a block share. Blocks need not agree.
//% verdict: verified

//@ requires blockDim.x <= 256;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x && b < n ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + (blockDim.x - 1 - t)]);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x && n <= b ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + t]);
__global__ void reverseSome(int *data, int n) {
    __shared__ int held[256];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    if (blockIdx.x < n) {
        held[t] = data[g];
        __syncthreads();
        data[g] = held[blockDim.x - 1 - t];
    }
}
