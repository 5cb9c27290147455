// No lane that is read from takes part: what comes of it is no value, also where it cancels (WARP-18).
//% verdict: not-verified

//@ requires blockDim.x == 16 && gridDim.x == 1;
__global__ void nobody_is_there(int *o) {
    int y = __shfl_sync(0xffff, o[threadIdx.x], 20); //~ error: initialised
    o[threadIdx.x] = y - y;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
__global__ void not_named(int *o) {
    if (threadIdx.x < 16) {
        int y = __shfl_down_sync(0xffff, o[threadIdx.x], 16); //~ error: initialised
        o[threadIdx.x] = y - y;
    }
}
