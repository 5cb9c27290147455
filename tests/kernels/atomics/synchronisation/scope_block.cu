// Each block has a cell of its own, so the narrow scope is enough.
//% verdict: verified

//@ ensures \forall b. 0 <= b < gridDim.x -> total[b] == \old(total[b]) + blockDim.x;
__global__ void count(int *total) { atomicAdd_block(&total[blockIdx.x], 1); }
