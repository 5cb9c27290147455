// A grid-stride copy of any length: in the last round some threads have nothing left to do, and a thread
// that has left the loop keeps its index.
//
// Proved: for every launch and every length, each element is copied.
//
//% verdict: verified

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
__global__ void gridStrideCopy(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i < n -> i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant n <= i -> n <= loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> out[j] == in[j];
        out[i] = in[i];
    }
}
