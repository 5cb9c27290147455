// Every thread writes the cell of its number in the block: only threads of different blocks meet.
//% verdict: not-verified

__global__ void ownCellOfBlock(int *a) {
    a[threadIdx.x] = blockIdx.x; //~ error: race
}
