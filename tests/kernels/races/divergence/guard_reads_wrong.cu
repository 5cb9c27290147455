// The guard of the loop reads what the leader writes in its body.
//% verdict: not-verified

__global__ void guardReads(int *a) {
    __shared__ int left;
    if (threadIdx.x == 0) left = 10;
    __syncthreads();
    while (left > 0) { //~ error: race
        __syncthreads();
        if (threadIdx.x == 0) left = left - 1;
    }
}
