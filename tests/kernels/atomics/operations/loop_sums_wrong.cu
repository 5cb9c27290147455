// The threads count down to 1, so the first element is left out.
//% verdict: not-verified

//@ requires 0 <= n;
//@ ensures out[0] == \old(out[0]) + sum(k, in[k], 0, n - 1); //~ error: ensures
__global__ void sums(const int *in, int *out, int n) {
    for (int i = n - 1 - threadIdx.x - blockIdx.x * blockDim.x; i > 0; i -= blockDim.x * gridDim.x)
        atomicAdd(&out[0], in[i]);
}
