// A histogram for each warp of the block in shared memory, merged at the end.
//% verdict: safe

#define BINS 64
#define WARPS 8

//@ requires blockDim.x == 32 * WARPS && \forall k. 0 <= in[k] < BINS;
__global__ void histogram(const int *in, int *bins, int n) {
    __shared__ int s[WARPS][BINS];
    int warp = threadIdx.x / 32;
    for (int k = threadIdx.x; k < WARPS * BINS; k += blockDim.x)
        s[k / BINS][k % BINS] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&s[warp][in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        int total = 0;
        for (int w = 0; w < WARPS; w++)
            total += s[w][b];
        atomicAdd(&bins[b], total);
    }
}
