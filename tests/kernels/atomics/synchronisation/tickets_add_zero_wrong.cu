// A thread that adds nothing shares its place with the next one.
//% verdict: not-verified

__global__ void compact(const int *in, int *out, int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[atomicAdd(c, in[i] > 0 ? 1 : 0)] = in[i]; //~ error: race
}
