// The guard itself counts down, also the time that it fails.
//% verdict: verified

//@ requires gridDim.x == 1;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[2 * j] == 3 && out[2 * j + 1] == -1;
__global__ void countingGuard(int *out) {
    int rounds = 0;
    int k = 3;
    while (k-- > 0) {
        rounds++;
    }
    out[2 * threadIdx.x] = rounds;
    out[2 * threadIdx.x + 1] = k;
}
