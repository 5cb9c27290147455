// Every third cell is written by its predecessor of the same kind.
//% races: racy

__global__ void carry(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 0) a[i + 3] = a[i] + 1; //~ error: race
}
