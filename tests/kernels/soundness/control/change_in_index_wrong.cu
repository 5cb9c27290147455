// The loop changes `at` inside an index only.
//% verdict: refuted

//@ requires gridDim.x == 1 && 1 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> last[j] == 0;
//~^ error: ensures
__global__ void hiddenStep(int *out, int *last, int n) {
    int at = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n;
        out[threadIdx.x * n + at++] = k;
    }
    last[threadIdx.x] = at;
}
