// The guard counts down once more when it fails.
//% verdict: refuted

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == 0;
//~^ error: ensures
__global__ void countingGuard(int *out, int n) {
    int k = n;
    for (int rounds = 0; rounds < 1 && k-- > 0; rounds++) {
        out[threadIdx.x] = 0;
        break;
    }
    out[threadIdx.x] = k < 0 ? 1 : 0;
}
