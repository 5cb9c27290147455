// The last block to finish adds up what all have stored, as in the sample of the toolkit: fences and a counter order it.
//% verdict: safe
//% known: unknown -- fences and counters order nothing in proofs of races

//@ requires *counter == 0;
__global__ void total(const int *in, int *part, int *out, unsigned int *counter) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ unproved: ordered by fence and counter
        __threadfence();
        unsigned int ticket = atomicInc(counter, gridDim.x);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum; //~ unproved: there is one last block only
    }
}
