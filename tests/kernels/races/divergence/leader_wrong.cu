// No barrier.
//% verdict: not-verified

__global__ void leader(int *a, const int *b) {
    __shared__ int v;
    if (threadIdx.x == 0) v = b[blockIdx.x]; //~ error: race
    a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
