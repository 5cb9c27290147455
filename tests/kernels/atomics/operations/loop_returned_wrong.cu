// What an atomic returned decides where the next one counts: nothing is known of the two cells.
//% verdict: not-verified

//@ requires 0 <= n && calls[0] == 0 && bins[0] == 0 && bins[1] == 0;
//@ ensures bins[0] == 0; //~ error: ensures
__global__ void alternate(int *calls, int *bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int call = atomicAdd(&calls[0], 1);
        if (call % 2 == 0)
            atomicAdd(&bins[0], 1);
        else
            atomicAdd(&bins[1], 1);
    }
}
