// A counter of each block in shared memory, cleared by one thread and read after a barrier.
//% verdict: verified

//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == blockDim.x;
__global__ void sizes(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}
