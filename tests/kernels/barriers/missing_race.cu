// Without a barrier between writing and reading shared memory, the result depends on the schedule.
//% verdict: refuted

//@ requires blockDim.x <= 256;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + (blockDim.x - 1 - t)]);
__global__ void reverse(int *data) {
    __shared__ int held[256];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    held[t] = data[g]; //~ error: race
    data[g] = held[blockDim.x - 1 - t];
}
