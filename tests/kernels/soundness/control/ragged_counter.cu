// A counter that each thread leaves at its own number.
//% verdict: verified

//@ requires gridDim.x == 1;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == j;
__global__ void counters(int *out) {
    int k = 0;
    while (k < threadIdx.x) {
        //@ invariant 0 <= k <= threadIdx.x;
        k++;
    }
    out[threadIdx.x] = k;
}
