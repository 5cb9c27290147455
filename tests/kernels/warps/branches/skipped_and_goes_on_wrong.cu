// A lane that skips an operation and then does something else is missed by those that wait for it (WARP-10).
//% verdict: not-verified

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(o) == 64;
__global__ void goes_on(const int *a, unsigned *o, int n) {
    int i = threadIdx.x;
    if (i < n) {
        o[i] = __ballot_sync(0xffffffffu, a[i] > 0); //~ error
    }
    o[32 + i] = 0;
}
