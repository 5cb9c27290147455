// The broadcast value is read before it is there, and by the other blocks' sums too.
//% races: racy

__global__ void uniformAdd(int *data, const int *sums) {
    __shared__ int before;
    if (threadIdx.x == 0) before = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0; //~ error: race
    data[blockIdx.x * blockDim.x + threadIdx.x] += before;
}
