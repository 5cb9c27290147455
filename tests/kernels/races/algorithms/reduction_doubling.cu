// A tree reduction with a doubling distance, threads picked by remainder.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void reduce(const int *a, int *out) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0 && t + d < blockDim.x) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
