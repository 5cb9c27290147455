// Completely unrolled by a template parameter.
//% races: race-free
//% options: --template blockSize=128 --block 128

template <unsigned blockSize>
__global__ void reduce5(const int *g_idata, int *g_odata, unsigned n) {
    __shared__ int sdata[blockSize];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockSize + tid;
    sdata[tid] = i < n ? g_idata[i] : 0;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
    if (tid < 32) { sdata[tid] += sdata[tid + 32]; } __syncthreads();
    if (tid < 16) { sdata[tid] += sdata[tid + 16]; } __syncthreads();
    if (tid < 8) { sdata[tid] += sdata[tid + 8]; } __syncthreads();
    if (tid < 4) { sdata[tid] += sdata[tid + 4]; } __syncthreads();
    if (tid < 2) { sdata[tid] += sdata[tid + 2]; } __syncthreads();
    if (tid < 1) { sdata[tid] += sdata[tid + 1]; } __syncthreads();
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
