// threadIdx.x is taken for the lane.
//% verdict: not-verified

//@ requires blockDim.x == 8 && blockDim.y == 4 && gridDim.x == 1 && gridDim.y == 1;
//@ ensures \forall x, y. 0 <= x < 8 && 0 <= y < 4 -> out[y * 8 + x] == in[y * 8]; //~ error: ensures
__global__ void rows(const int *in, int *out) {
    int i = threadIdx.y * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(0xffffffff, in[i], 0);
}
