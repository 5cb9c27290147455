// One arm writes behind its __syncwarp what the other one reads.
//% verdict: refuted

//@ requires blockDim.x == 32;
__global__ void late(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) {
        __syncwarp();
        s[t] = in[32 * blockIdx.x + t]; //~ error: race
    } else {
        __syncwarp();
        out[32 * blockIdx.x + t] = s[31 - t];
    }
}
