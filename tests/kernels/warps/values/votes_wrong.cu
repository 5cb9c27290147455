// One is taken for the other.
//% verdict: not-verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures out[0] != 0 <-> \forall j. 0 <= j < 32 -> in[j] > 0; //~ error: ensures
__global__ void votes(const int *in, int *out) {
    int some = __any_sync(0xffffffff, in[threadIdx.x] > 0);
    if (threadIdx.x == 0)
        out[0] = some;
}
