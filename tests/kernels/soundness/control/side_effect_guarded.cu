// What stands to the right of `&&` happens only where the left side holds.
//% verdict: verified

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == (t < n ? 1 : 0) + (t == 0 ? 10 : 0);
__global__ void guarded(int *out, int n) {
    int t = threadIdx.x;
    int k = 0;
    if (t < n && ++k > 5) k = 100;
    t == 0 ? k += 10 : k;
    out[t] = k;
}
