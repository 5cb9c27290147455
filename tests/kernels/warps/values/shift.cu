// Each lane takes what its left neighbour in the warp has; the first keeps its own.
//% verdict: verified

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == (j % blockDim.x % 32 == 0 ? in[j] : in[j - 1]);
__global__ void shift(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = __shfl_up_sync(0xffffffff, in[i], 1);
    out[i] = v;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < 32 -> out[j] == in[31 - j];
__global__ void reverse(const int *in, int *out) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = __shfl_sync(0xffffffff, v, 31 - threadIdx.x);
}
