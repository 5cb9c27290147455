// Rounds with a barrier of the block around an exchange within the warp.
//% verdict: safe

//@ requires blockDim.x % 32 == 0 && blockDim.x <= 1024;
__global__ void rounds(int *data, int count) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    int v = data[blockIdx.x * blockDim.x + t];
    for (int i = 0; i < count; i++) {
        s[t] = v;
        __syncwarp();
        v = s[t - t % 32 + (t + 1) % 32];
        __syncthreads();
    }
    data[blockIdx.x * blockDim.x + t] = v;
}
