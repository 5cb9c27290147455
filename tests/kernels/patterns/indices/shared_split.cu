// One dynamic array for two buffers.
//% races: race-free

__global__ void split(const int *in, int *out) {
    extern __shared__ int pool[];
    int *keys = pool;
    int *ranks = pool + blockDim.x;
    int t = threadIdx.x;
    keys[t] = in[blockIdx.x * blockDim.x + t];
    ranks[t] = 0;
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) {
        if (keys[k] < keys[t] || (keys[k] == keys[t] && k < t)) ranks[t] += 1;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = ranks[t];
}
