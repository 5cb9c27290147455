// A loop with a measure: it is proved to end.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == n;
__global__ void counted(int *out, int n) {
    int k = 0;
    while (k < n) {
        //@ invariant 0 <= k <= n;
        //@ variant n - k;
        k++;
    }
    out[threadIdx.x] = k;
}
