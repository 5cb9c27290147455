// Atomic operations are not modelled yet.
//% verdict: unsupported

__global__ void histogram(const int *in, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i]], 1);
}
