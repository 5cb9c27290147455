// Each block handles two segments of its size, as in the reductions of the textbooks.
//% races: race-free

__global__ void negateTwo(int *data, unsigned n) {
    unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    if (i < n) data[i] = -data[i];
    if (i + blockDim.x < n) data[i + blockDim.x] = -data[i + blockDim.x];
}
