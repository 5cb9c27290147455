// One thread of each block reads a value for all of them.
//% verdict: verified

//@ requires \length(in) == gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == in[b];
__global__ void broadcast(const float *in, float *out) {
    __shared__ float value;
    if (threadIdx.x == 0) value = in[blockIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
