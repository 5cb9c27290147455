// What a read-only load gives may be older than what the kernel wrote there.
//% verdict: unsupported

__global__ void stale(const float *w, float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = __ldg(&w[i]) + 1.0f;
    __syncthreads();
    if (i < n) x[i] = __ldg(&x[i]) * 2.0f;
}
