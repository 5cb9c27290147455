// A loop that counts down in its guard: the value of `left--` is the one before the step.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == 3 * n;
__global__ void triples(int *out, int n) {
    int left = n;
    int total = 0;
    while (left > 0) {
        //@ invariant 0 <= left <= n && total == 3 * (n - left);
        left--;
        total += 3;
    }
    out[threadIdx.x] = total;
}
