// A contradiction is no invariant.
//% verdict: refuted

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == n + 1;
//~^ error: ensures
__global__ void counting(int *out, int n) {
    int k = 0;
    while (k < n) {
        //@ invariant 1 == 2;
        //~^ error: invariant-entry
        k++;
    }
    out[threadIdx.x] = k;
}
