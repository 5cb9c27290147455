// No launch meets this contract, so nothing is said by it.
//% verdict: not-verified

//@ requires n < 0 && 0 < n;
//@ ensures out[0] == 1;
__global__ void nothing(int *out, int n) {
    out[0] = 2;
}
