// The same with many blocks, when only threads of one block are compared.
//% verdict: safe
//% options: --scope block

__global__ void ownCellOfBlock(int *a) {
    a[threadIdx.x] = blockIdx.x;
}
