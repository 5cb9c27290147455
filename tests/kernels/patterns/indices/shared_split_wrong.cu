// The second buffer begins in the middle of the first one.
//% races: racy

__global__ void split(const int *in, int *out) {
    extern __shared__ int pool[];
    int *keys = pool;
    int *ranks = pool + blockDim.x / 2;
    int t = threadIdx.x;
    keys[t] = in[blockIdx.x * blockDim.x + t]; //~ error: race
    ranks[t] = 0;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = ranks[t] + keys[t];
}
