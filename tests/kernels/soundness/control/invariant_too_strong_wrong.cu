// An invariant that holds only when the loop runs at all.
//% verdict: refuted

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == n;
//~^ error: ensures
__global__ void counting(int *out, int n) {
    int k = 0;
    while (k < n) {
        //@ invariant 0 <= k <= n;
        //~^ error: invariant-entry
        k++;
    }
    out[threadIdx.x] = k;
}
