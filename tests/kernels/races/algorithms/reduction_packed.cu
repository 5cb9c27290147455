// A doubling distance with the working threads packed together.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void reduce(const int *a, int *out) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned i = 2 * d * t;
        if (i + d < blockDim.x) s[i] += s[i + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
