// The same with a single block.
//% verdict: safe

//@ requires gridDim.x == 1;
__global__ void ownCellOfBlock(int *a) {
    a[threadIdx.x] = blockIdx.x;
}
