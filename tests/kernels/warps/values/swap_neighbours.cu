// An exclusive or with one swaps neighbours.
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < 32 && j % 2 == 0 -> out[j] == in[j + 1] && out[j + 1] == in[j];
__global__ void swap(const int *in, int *out) {
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1);
}
