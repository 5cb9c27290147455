// The loop changes `x` in its step, behind a comma.
//% verdict: refuted

//@ requires gridDim.x == 1 && 1 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == 0;
//~^ error: ensures
__global__ void hiddenStep(int *out, int n) {
    int x = 0;
    for (int k = 0; k < n; k++, x += 2) {
        //@ invariant 0 <= k <= n;
    }
    out[threadIdx.x] = x;
}
