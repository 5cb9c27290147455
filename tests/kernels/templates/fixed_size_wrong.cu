// The shared array is too small for the block by one.
//% verdict: refuted
//% options: --template SIZE=3

//@ requires blockDim.x == SIZE + 1;
template <int SIZE>
__global__ void reverse(int *data) {
    __shared__ int held[SIZE];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    held[threadIdx.x] = data[g]; //~ error: bounds
    __syncthreads();
    data[g] = held[0];
}
