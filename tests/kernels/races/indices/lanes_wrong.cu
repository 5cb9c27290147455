// Each lane has a cell: right for a single warp, and only for more than 32 threads not.
//% verdict: not-verified

__global__ void lanes() {
    __shared__ int s[32];
    s[threadIdx.x % 32] = threadIdx.x; //~ error: race
}
