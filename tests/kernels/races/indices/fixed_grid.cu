// The grid is fixed to one block on the command line.
//% verdict: safe
//% options: --grid 1

__global__ void ownCellOfBlock(int *a) {
    a[threadIdx.x] = blockIdx.x;
}
