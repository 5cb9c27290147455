// A Walsh transform of 64 numbers in shared memory: a butterfly in each round, half as many threads as numbers.
//% verdict: safe

//@ requires blockDim.x == 32;
__global__ void walsh(float *data) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 64 + t];
    s[t + 32] = data[blockIdx.x * 64 + t + 32];
    for (int stride = 1; stride < 64; stride *= 2) {
        __syncthreads();
        int low = t % stride;
        int at = 2 * (t - low) + low;
        float a = s[at];
        float b = s[at + stride];
        s[at] = a + b;
        s[at + stride] = a - b;
    }
    __syncthreads();
    data[blockIdx.x * 64 + t] = s[t];
    data[blockIdx.x * 64 + t + 32] = s[t + 32];
}
