// Two functions that call the dynamic shared memory differently: it is the same.
//% verdict: verified

__device__ void put(int value) {
    extern __shared__ int slots[];
    slots[threadIdx.x] = value;
}

//@ requires blockDim.x * gridDim.x <= \length(in) && blockDim.x * gridDim.x <= \length(out);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     out[b * blockDim.x + t] == in[b * blockDim.x + (t + 1) % blockDim.x];
__global__ void rotate(const int *in, int *out) {
    extern __shared__ int buffer[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put(in[i]);
    __syncthreads();
    out[i] = buffer[(threadIdx.x + 1) % blockDim.x];
}
