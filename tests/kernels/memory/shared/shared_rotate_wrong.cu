// Without the wrap-around the last thread reads a cell that nobody has written.
//% verdict: refuted

//@ requires blockDim.x < 64;
//@ ensures \forall b. 0 <= b < gridDim.x -> data[b * blockDim.x + blockDim.x - 1] == \old(data[b * blockDim.x]);
//~^ error: ensures
__global__ void rotate(int *data) {
    __shared__ int held[64];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    held[threadIdx.x] = data[g];
    __syncthreads();
    data[g] = held[threadIdx.x + 1];
}
