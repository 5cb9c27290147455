// Defined, if a flag says so: a loop would have to keep that, and no invariant can say it.
//% verdict: safe
//% known: unknown -- that a variable is defined is in no invariant

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void k(int *a, int n) {
    int best; //~ unproved: see above
    bool found = false;
    for (int k = 0; k < n; k++) {
        if (a[k] > 3) {
            best = k;
            found = true;
        }
    }
    __syncthreads();
    if (found && (int)threadIdx.x < n) a[threadIdx.x] = best;
}
