// Nobody waits for the counter to be cleared.
//% verdict: not-verified

__global__ void sizes(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0; //~ error: race
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}
