// The counter is read while others still count.
//% verdict: not-verified

__global__ void sizes(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1); //~ error: race
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}
