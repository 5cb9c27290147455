// No barrier between loading and the first step.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void reduce(const int *a, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t]; //~ error: race
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
