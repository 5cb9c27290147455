// One block copies with a barrier in each round, but the last round is not full.
//% verdict: refuted

//@ requires gridDim.x == 1 && 0 <= n;
__global__ void rounds(const int *in, int *out, int n) {
    int i = threadIdx.x;
    while (i < n) {
        //@ invariant 0 <= i;
        out[i] = in[i];
        __syncthreads(); //~ error: barrier
        i += blockDim.x;
    }
}
