// All lanes of a warp get what its first lane has.
//% verdict: verified

//@ requires blockDim.x % 32 == 0;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j - j % blockDim.x % 32];
__global__ void broadcast(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(0xffffffff, in[i], 0);
}
