// The last steps trust that a warp runs in step; since Volta it does not.
//% races: racy
//% options: --block 16

__global__ void reduce4(const int *g_idata, int *g_odata) {
    __shared__ volatile int sdata[16];
    unsigned tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * 16 + tid];
    __syncthreads();
    if (tid < 8) sdata[tid] += sdata[tid + 8];
    __syncthreads();
    if (tid < 4) {
        sdata[tid] += sdata[tid + 4]; //~ error: race
        sdata[tid] += sdata[tid + 2]; //~ error: race
        sdata[tid] += sdata[tid + 1]; //~ error: race
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0]; // of thread 0 alone
}
