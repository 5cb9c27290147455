// Runs in another order in which the assumption is false do not count against the proof.
//% verdict: verified

//@ requires blockDim.x == 2 && gridDim.x == 1 && 1 <= \length(a) && 2 <= \length(o) && a[0] == 0;
//@ ensures o[0] == 0;
__global__ void first_comes_first(int *a, int *o) {
    int r = atomicAdd(a, 1);
    //@ assume r == threadIdx.x;
    o[threadIdx.x] = r;
}
