// Rounds with a barrier of the block around an exchange with the next warp, which __syncwarp does not order.
//% verdict: not-verified

//@ requires blockDim.x % 32 == 0 && blockDim.x <= 1024;
__global__ void rounds(int *data, int count) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    int v = data[blockIdx.x * blockDim.x + t];
    for (int i = 0; i < count; i++) {
        s[t] = v; //~ error: race
        __syncwarp();
        v = s[(t + 1) % blockDim.x];
        __syncthreads();
    }
    data[blockIdx.x * blockDim.x + t] = v;
}
