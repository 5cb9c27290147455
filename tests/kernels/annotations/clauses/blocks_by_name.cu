// A statement about the shared arrays of all blocks.
//% verdict: verified

//@ requires blockDim.x <= 64;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == b;
__global__ void blockNumbers(int *out) {
    __shared__ int number[64];
    number[threadIdx.x] = blockIdx.x;
    //@ assert \forall b : block. \forall j. 0 <= j < blockDim.x -> number@b[j] == blockIdx.x@b;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = number[blockDim.x - 1 - threadIdx.x];
}
