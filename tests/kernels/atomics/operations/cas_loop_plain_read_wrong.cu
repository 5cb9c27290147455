// The first value is read plainly, while other threads exchange it.
//% verdict: not-verified

__global__ void product(const int *in, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int old = *result; //~ error: race
        int assumed;
        do {
            assumed = old;
            old = atomicCAS(result, assumed, assumed * in[i]);
        } while (assumed != old);
    }
}
