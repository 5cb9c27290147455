// The fence before the counter is missing: the last block may not see what the others stored.
//% verdict: not-verified

//@ requires *counter == 0;
__global__ void total(const int *in, int *part, int *out, unsigned int *counter) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ error: race
        unsigned int ticket = atomicInc(counter, gridDim.x);
        if (ticket == gridDim.x - 1) {
            int sum = 0;
            for (int b = 0; b < gridDim.x; b++)
                sum += part[b];
            *out = sum; //~ error: race
        }
    }
}
