// A ring of 48 cells in shared memory, for blocks of at most so many threads.
//% races: racy
//% suggested: blockDim.x <= 48
__global__ void ringShift(const int *in, int *out) {
    __shared__ int ring[48];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    ring[t % 48] = in[i]; //~ error: race
    __syncthreads();
    out[i] = ring[(t + 5) % 48];
}
