// Shared memory written, read, and written again: a barrier lies between any two of these.
//% verdict: verified

//@ requires blockDim.x <= 128;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     out[b * blockDim.x + t] == 2 * in[b * blockDim.x + t];
__global__ void twoPhases(const int *in, int *out) {
    __shared__ int held[128];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    held[t] = in[g];
    __syncthreads();
    int other = held[blockDim.x - 1 - t];
    __syncthreads();
    held[t] = 2 * other;
    __syncthreads();
    out[g] = held[blockDim.x - 1 - t];
}
