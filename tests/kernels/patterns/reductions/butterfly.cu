// Pairs exchange through shared memory, xor of the thread's number.
//% races: race-free
//% options: --block 64

__global__ void butterfly(int *data) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int v = data[blockIdx.x * 64 + t];
    for (int mask = 1; mask < 64; mask <<= 1) {
        s[t] = v;
        __syncthreads();
        v += s[t ^ mask];
        __syncthreads();
    }
    data[blockIdx.x * 64 + t] = v;
}
