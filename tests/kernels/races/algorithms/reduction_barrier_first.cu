// The barrier stands at the start of each step; what the last step writes is read by its writer only.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void reduce(const int *a, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        __syncthreads();
        if (t < h) s[t] += s[t + h];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
