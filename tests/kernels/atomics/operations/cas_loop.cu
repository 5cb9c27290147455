// An operation that CUDA does not have, by compare and exchange: race-free, its effect any value.
//% verdict: safe

__device__ int atomic_multiply(int *address, int factor) {
    int old = atomicAdd(address, 0);
    int assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed * factor);
    } while (assumed != old);
    return old;
}

__global__ void product(const int *in, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_multiply(result, in[i]);
}
