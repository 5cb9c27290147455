// An exchange through shared memory within a warp, ordered by __syncwarp.
//% verdict: safe

//@ requires blockDim.x <= 32;
__global__ void reverse(int *data) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t];
    __syncwarp();
    data[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
