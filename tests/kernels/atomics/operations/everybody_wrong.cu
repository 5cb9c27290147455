// Every thread of every block adds, not every thread of one.
//% verdict: not-verified

//@ ensures total[0] == \old(total[0]) + blockDim.x; //~ error: ensures
__global__ void everybody(int *total) { atomicAdd(total, 1); }
