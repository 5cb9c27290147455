// Whole blocks take one branch or the other, each with its barrier.
//% races: race-free

//@ requires blockDim.x <= 64;
__global__ void roles(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (blockIdx.x % 2 == 0) {
        s[t] = in[i];
        __syncthreads();
        out[i] = s[blockDim.x - 1 - t];
    } else {
        s[blockDim.x - 1 - t] = in[i];
        __syncthreads();
        out[i] = s[t];
    }
}
