// Each block adds what its first thread has to the total.
//% verdict: verified

//@ ensures out[0] == \old(out[0]) + sum(b, part[b], 0, gridDim.x - 1);
__global__ void total(const int *part, int *out) {
    if (threadIdx.x == 0)
        atomicAdd(out, part[blockIdx.x]);
}
