// A budget that every thread takes from.
//% verdict: verified

//@ ensures *budget == \old(*budget) - 2 * blockDim.x * gridDim.x;
__global__ void spend(int *budget) { atomicSub(budget, 2); }
