// One thread looks at the total while others add to it.
//% verdict: not-verified

__global__ void progress(const int *in, int *total, int *seen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(total, in[i]); //~ error: race
    if (i == 0)
        *seen = *total;
}
