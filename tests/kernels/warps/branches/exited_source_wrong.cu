// The lane behind the last one has exited: what it gives is undefined.
//% verdict: not-verified

//@ requires n > 0;
__global__ void differences(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = __shfl_down_sync(0xffffffff, in[i], 1) - in[i]; //~ error: initialised
}
