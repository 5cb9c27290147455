// Two sites draw from one counter: all places are different.
//% verdict: safe

__global__ void partition(const int *in, int *out, int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (in[i] > 0)
            out[atomicAdd(c, 1)] = in[i];
        else
            out[atomicAdd(c, 1)] = -in[i];
    }
}
