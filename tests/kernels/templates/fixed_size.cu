// A template whose size is fixed on the command line.
//% verdict: verified
//% options: --template SIZE=4

//@ requires blockDim.x == SIZE;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < SIZE -> data[b * SIZE + t] == \old(data[b * SIZE + SIZE - 1 - t]);
template <int SIZE>
__global__ void reverse(int *data) {
    __shared__ int held[SIZE];
    int g = blockIdx.x * SIZE + threadIdx.x;
    held[threadIdx.x] = data[g];
    __syncthreads();
    data[g] = held[SIZE - 1 - threadIdx.x];
}
