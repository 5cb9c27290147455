// A barrier on both sides of the write that the guard depends on.
//% verdict: safe

__global__ void guardReads(int *a) {
    __shared__ int left;
    if (threadIdx.x == 0) left = 10;
    __syncthreads();
    while (left > 0) {
        __syncthreads();
        if (threadIdx.x == 0) left = left - 1;
        __syncthreads();
    }
}
