// The total of each block is kept; the other kernel adds it.
//% races: race-free

//@ requires blockDim.x <= 256;
__global__ void scanBlocks(int *data, int *sums) {
    __shared__ int s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = data[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int add = 0;
        if (t >= d) add = s[t - d];
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    data[i] = s[t];
    if (t == blockDim.x - 1) sums[blockIdx.x] = s[t];
}

__global__ void uniformAdd(int *data, const int *sums) {
    __shared__ int before;
    if (threadIdx.x == 0) before = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] += before;
}
