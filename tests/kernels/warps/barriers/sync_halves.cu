// The halves of a warp wait each for itself, and exchange within themselves.
//% verdict: safe

//@ requires blockDim.x == 32;
__global__ void mirror_halves(int *data) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 32 + t];
    if (t < 16) {
        __syncwarp(0x0000ffff);
        data[blockIdx.x * 32 + t] = s[15 - t];
    } else {
        __syncwarp(0xffff0000);
        data[blockIdx.x * 32 + t] = s[47 - t];
    }
}
