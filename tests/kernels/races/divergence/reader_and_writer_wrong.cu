// One thread writes a cell that every other one reads.
//% verdict: not-verified

__global__ void readerAndWriter(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) a[0] = 1; //~ error: race
    else b[i] = a[0];
}
