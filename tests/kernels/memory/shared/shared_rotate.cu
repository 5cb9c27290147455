// Each block rotates its stretch by one, through shared memory.
//% verdict: verified

//@ requires blockDim.x <= 64;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x - 1 ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + t + 1]);
//@ ensures \forall b. 0 <= b < gridDim.x -> data[b * blockDim.x + blockDim.x - 1] == \old(data[b * blockDim.x]);
__global__ void rotate(int *data) {
    __shared__ int held[64];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    held[threadIdx.x] = data[g];
    __syncthreads();
    data[g] = held[(threadIdx.x + 1) % blockDim.x];
}
