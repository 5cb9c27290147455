// Atomics of the block do not order threads of other blocks, also where there are fences, and who sees their values (ATOMIC-3, ATOMIC-19).
//% verdict: not-verified

__global__ void narrow_count(int *c, int *d) {
    atomicAdd_block(c, 1); //~ error: race
    __threadfence();
    d[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

//@ requires c[0] == 0;
__global__ void not_the_last(int *c) {
    if (atomicAdd(c, 1) == gridDim.x * blockDim.x - 2) c[0] = 0; //~ error: race
}
