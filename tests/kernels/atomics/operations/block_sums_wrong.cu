// Every thread adds what only the first one should.
//% verdict: not-verified

//@ ensures out[0] == \old(out[0]) + sum(b, part[b], 0, gridDim.x - 1); //~ error: ensures
__global__ void total(const int *part, int *out) { atomicAdd(out, part[blockIdx.x]); }
