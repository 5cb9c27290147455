// A barrier in a device function that all threads of a block call.
//% verdict: verified

__device__ int exchange(int *held, int t, int value) {
    held[t] = value;
    __syncthreads();
    return held[blockDim.x - 1 - t];
}

//@ requires blockDim.x <= 256;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + (blockDim.x - 1 - t)]);
__global__ void reverse(int *data) {
    __shared__ int held[256];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    data[g] = exchange(held, threadIdx.x, data[g]);
}
