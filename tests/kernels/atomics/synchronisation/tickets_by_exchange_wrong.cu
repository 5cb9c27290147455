// What an exchange gives back is no ticket: two threads may get the same.
//% verdict: not-verified

__global__ void compact(const int *in, int *out, int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[atomicExch(c, 1)] = in[i]; //~ error: race
}
