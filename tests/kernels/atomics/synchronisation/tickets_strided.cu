// Places drawn in a loop are different, too, whatever the iteration.
//% verdict: safe

__global__ void compact(const int *in, int *out, int *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (in[i] != 0)
            out[atomicAdd(c, 1)] = in[i];
}
