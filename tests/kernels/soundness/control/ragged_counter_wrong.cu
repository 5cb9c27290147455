// A counter that starts the same in all threads, but each leaves its loop at another value.
//% verdict: refuted

//@ requires gridDim.x == 1;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == out[0];
//~^ error: ensures
__global__ void counters(int *out) {
    int k = 0;
    while (true) {
        //@ invariant 0 <= k;
        if (k >= threadIdx.x) break;
        k++;
    }
    out[threadIdx.x] = k;
}
