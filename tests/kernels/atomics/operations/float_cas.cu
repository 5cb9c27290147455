// Addition of doubles by compare and exchange of their bits, as often written: the first value is read plainly.
//% verdict: not-verified

__device__ double add(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed; //~ error: race
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, assumed + (unsigned long long)value);
    } while (assumed != old);
    return old;
}

__global__ void total(const double *in, double *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        add(sum, in[i]);
}
