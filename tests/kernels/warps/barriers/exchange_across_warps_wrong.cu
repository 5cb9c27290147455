// __syncwarp does not wait for the other warps of the block.
//% verdict: not-verified

//@ requires blockDim.x == 64;
__global__ void reverse(int *data) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t]; //~ error: race
    __syncwarp();
    data[blockIdx.x * blockDim.x + t] = s[63 - t];
}
