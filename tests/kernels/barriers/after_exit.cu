// Threads without an element leave before the barrier, which is allowed on devices of compute
// capability 7.0 or later: a barrier waits for the threads that have not left.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x && blockDim.x <= 256;
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * in[j];
__global__ void afterExit(const int *in, int *out, int n) {
    __shared__ int held[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    held[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = 2 * held[threadIdx.x];
}
