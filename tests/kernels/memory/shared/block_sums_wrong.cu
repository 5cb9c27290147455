// The sum starts at the second element.
//% verdict: refuted

//@ requires blockDim.x <= 1024;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(j, in[b * blockDim.x + j], 0, blockDim.x - 1);
//~^ error: ensures
__global__ void blockSums(const int *in, int *out) {
    __shared__ int held[1024];
    held[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int k = 1; k < blockDim.x; k++) {
            //@ invariant 1 <= k <= blockDim.x;
            //@ invariant total == sum(q, in[blockIdx.x * blockDim.x + q], 1, k - 1);
            total += held[k];
        }
        out[blockIdx.x] = total;
    }
}
