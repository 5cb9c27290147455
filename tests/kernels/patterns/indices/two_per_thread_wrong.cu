// Blocks advance by one segment and write two.
//% races: racy

__global__ void negateTwo(int *data, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = -data[i]; //~ error: race
    if (i + blockDim.x < n) data[i + blockDim.x] = -data[i + blockDim.x]; //~ error: race
}
