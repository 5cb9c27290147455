// In two dimensions a lane is the number in the block modulo 32, not threadIdx.x.
//% verdict: verified

//@ requires blockDim.x == 8 && blockDim.y == 4 && gridDim.x == 1 && gridDim.y == 1;
//@ ensures \forall x, y. 0 <= x < 8 && 0 <= y < 3 -> out[y * 8 + x] == in[(y + 1) * 8 + x];
__global__ void rows(const int *in, int *out) {
    int i = threadIdx.y * blockDim.x + threadIdx.x;
    int v = __shfl_down_sync(0xffffffff, in[i], 8);
    if (threadIdx.y < 3)
        out[i] = v;
}
