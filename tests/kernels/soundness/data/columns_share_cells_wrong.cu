// The threads of a column write to the same cell, each its own row.
//% verdict: refuted

//@ requires gridDim.x == 1 && gridDim.y == 1;
//@ ensures \forall x. 0 <= x < blockDim.x -> out[x] == 0;
//~^ error: ensures
__global__ void columns(int *out) {
    out[threadIdx.x] = threadIdx.y; //~ error: race
}
