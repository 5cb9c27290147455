// The remainder is taken by d, so that every cell that is read is also written.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void reduce(const int *a, int *out) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % d == 0 && t + d < blockDim.x) s[t] += s[t + d]; //~ error: race
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
