// A thread reads the value for all only if its block has more than one thread.
//% verdict: refuted

//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == in[b];
//~^ error: ensures
__global__ void broadcast(const float *in, float *out) {
    __shared__ float value;
    if (threadIdx.x == 1) value = in[blockIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
