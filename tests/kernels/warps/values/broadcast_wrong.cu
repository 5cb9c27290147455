// Lane 1 is broadcast, not lane 0.
//% verdict: not-verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < 32 -> out[j] == in[0]; //~ error: ensures
__global__ void broadcast(const int *in, int *out) { out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 1); }
