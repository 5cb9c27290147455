// Atomic within a block only, on a cell that all blocks share.
//% verdict: not-verified

__global__ void count(int *total) {
    atomicAdd_block(total, 1); //~ error: race
}
