// The guard takes the remainder of s, not of 2 s.
//% races: racy

__global__ void reduce0(const int *g_idata, int *g_odata, unsigned n) {
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if ((tid % s) == 0) {
            if (tid + s < blockDim.x) sdata[tid] += sdata[tid + s]; //~ error: race
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
