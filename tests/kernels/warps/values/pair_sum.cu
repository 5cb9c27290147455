// Two neighbours add up what they have, in segments of two.
//% verdict: verified

//@ requires blockDim.x % 32 == 0;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x && j % 2 == 0 -> out[j] == in[j] + in[j + 1];
__global__ void pairs(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    v += __shfl_down_sync(0xffffffff, v, 1, 2);
    out[i] = v;
}
