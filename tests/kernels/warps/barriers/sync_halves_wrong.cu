// The halves of a warp wait each for itself, and read what the other half writes.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void mirror(int *data) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 32 + t]; //~ error: race
    if (t < 16) {
        __syncwarp(0x0000ffff);
        data[blockIdx.x * 32 + t] = s[31 - t];
    } else {
        __syncwarp(0xffff0000);
        data[blockIdx.x * 32 + t] = s[31 - t];
    }
}
