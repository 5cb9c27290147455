// The contract overlooks that the right side of `||` is skipped where the left one holds.
//% verdict: refuted

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == 1;
//~^ error: ensures
__global__ void guarded(int *out) {
    int t = threadIdx.x;
    int k = 0;
    if (t == 0 || ++k > 0) out[t] = k;
}
