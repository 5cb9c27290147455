// One block copies with a barrier in each round, and every round is full.
//% verdict: verified

//@ ghost int m;
//@ requires gridDim.x == 1 && n == m * blockDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
__global__ void rounds(const int *in, int *out, int n) {
    int i = threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * blockDim.x -> out[j] == in[j];
        out[i] = in[i];
        __syncthreads();
        i += blockDim.x;
    }
}
