// Threads that differ in y alone write the same cell.
//% verdict: not-verified

//@ requires gridDim.x == 1 && gridDim.y == 1;
__global__ void rowsOnly(int *a) {
    a[threadIdx.x] = threadIdx.y; //~ error: race
}
