// Votes: whether any and whether all lanes of the warp have something positive.
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures any[0] != 0 <-> \exists j. 0 <= j < 32 && in[j] > 0;
//@ ensures all[0] != 0 <-> \forall j. 0 <= j < 32 -> in[j] > 0;
__global__ void votes(const int *in, int *any, int *all) {
    int has = in[threadIdx.x] > 0;
    int some = __any_sync(0xffffffff, has);
    int every = __all_sync(0xffffffff, has);
    if (threadIdx.x == 0) {
        any[0] = some;
        all[0] = every;
    }
}
