// Everybody passes a value on around the block, and then back.
//% races: race-free

//@ requires blockDim.x <= 512;
__global__ void ring(const int *in, int *out) {
    __shared__ int s[512];
    int t = threadIdx.x;
    int n = blockDim.x;
    s[(t + 1) % n] = in[blockIdx.x * n + t];
    __syncthreads();
    int x = s[t];
    __syncthreads();
    s[(t + n - 1) % n] = x;
    __syncthreads();
    out[blockIdx.x * n + t] = s[t];
}
