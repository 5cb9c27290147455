// What comes back from a sum that wraps is not another number for each thread: two of them draw the same.
//% verdict: not-verified

//@ requires 1 <= \length(c) && c[0] == 0 && blockDim.x == 1000 && gridDim.x == 1;
__global__ void tickets(unsigned *c, int *out) {
    if (threadIdx.x > 900) {
        unsigned p;
        //@ wraps;
        p = atomicAdd(c, 2147483648u);
        out[p] = threadIdx.x; //~ error: race
    }
}
