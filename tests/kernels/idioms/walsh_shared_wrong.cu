// The partner of a round is the one of the round before, so that two threads work on one number.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void walsh(float *data) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 64 + t];
    s[t + 32] = data[blockIdx.x * 64 + t + 32];
    for (int stride = 1; stride < 64; stride *= 2) {
        __syncthreads();
        int at = 2 * t - t % 2;
        float a = s[at % 64]; //~ error: race
        s[(at + stride) % 64] += a;
    }
    __syncthreads();
    data[blockIdx.x * 64 + t] = s[t];
}
