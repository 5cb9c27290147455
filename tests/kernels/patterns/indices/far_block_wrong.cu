// The race is between blocks that are eight apart.
//% races: racy

__global__ void far(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i + 8 * blockDim.x]; //~ error: race
    a[i] = x + 1;
}
