// The leader writes, all others read behind a barrier.
//% verdict: safe

__global__ void leader(int *a, const int *b) {
    __shared__ int v;
    if (threadIdx.x == 0) v = b[blockIdx.x];
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
