// The counter is set back in every iteration.
//% verdict: not-verified

//@ requires 0 <= n && gridDim.x == 1 && blockDim.x == 1;
//@ ensures calls[0] == \old(calls[0]) + n; //~ error: ensures
__global__ void count(int *calls, int n) {
    for (int i = 0; i < n; i++) {
        atomicAdd(&calls[0], 1);
        calls[0] = 0;
        atomicAdd(&calls[0], 1);
    }
}
