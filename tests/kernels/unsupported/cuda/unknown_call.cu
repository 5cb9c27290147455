// A function without a body could do anything.
//% verdict: unsupported

__device__ int elsewhere(int x);

__global__ void calling(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = elsewhere(i);
}
