// A barrier that only the first threads of a block reach, while the others have not left.
//% verdict: refuted

//@ requires blockDim.x <= 256 && 0 <= n;
__global__ void divergent(const int *in, int *out, int n) {
    __shared__ int held[256];
    int t = threadIdx.x;
    held[t] = in[blockIdx.x * blockDim.x + t];
    if (t < n) {
        __syncthreads(); //~ error: barrier
    }
    out[blockIdx.x * blockDim.x + t] = held[t];
}
