// The loop changes the array through a pointer that was made before it.
//% verdict: refuted

//@ requires gridDim.x == 1 && 1 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == \old(out[j]);
//~^ error: ensures
__global__ void indirect(int *out, int n) {
    int *cell = &out[threadIdx.x];
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n;
        *cell = k;
    }
}
