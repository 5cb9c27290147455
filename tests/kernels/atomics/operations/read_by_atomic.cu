// The same look through an atomic that adds nothing is no race.
//% verdict: safe

__global__ void progress(const int *in, int *total, int *seen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(total, in[i]);
    if (i == 0)
        *seen = atomicAdd(total, 0);
}
