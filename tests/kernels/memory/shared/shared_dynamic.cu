// Shared memory whose size is chosen at the launch.
//% verdict: verified

//@ requires \length(held) == blockDim.x;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     out[b * blockDim.x + t] == in[b * blockDim.x + (blockDim.x - 1 - t)];
__global__ void reverse(const float *in, float *out) {
    extern __shared__ float held[];
    int t = threadIdx.x;
    held[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = held[blockDim.x - 1 - t];
}
