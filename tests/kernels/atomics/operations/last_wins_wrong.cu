// The highest thread is not the last one to store.
//% verdict: not-verified

//@ ensures *x == blockDim.x * gridDim.x - 1; //~ error: ensures
__global__ void last(int *x) { atomicExch(x, blockIdx.x * blockDim.x + threadIdx.x); }
