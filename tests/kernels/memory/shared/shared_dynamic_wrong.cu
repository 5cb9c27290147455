// The launch gives one cell too few.
//% verdict: refuted

//@ requires \length(held) == blockDim.x - 1;
__global__ void reverse(const float *in, float *out) {
    extern __shared__ float held[];
    int t = threadIdx.x;
    held[t] = in[blockIdx.x * blockDim.x + t]; //~ error: bounds
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = held[0]; //~ error: bounds
}
