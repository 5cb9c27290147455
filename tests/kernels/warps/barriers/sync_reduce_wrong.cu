// A sum through memory as it was written before Volta: a lane may write before its neighbour has read.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void warp_sums(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int v = in[blockIdx.x * 32 + t];
    s[t] = v;
    s[t + 32] = 0;
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        v += s[t + d]; //~ error: race
        s[t] = v;
        __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = v;
}
