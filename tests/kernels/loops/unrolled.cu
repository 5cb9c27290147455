// Small loops with constant bounds need no invariant: they are unrolled. A private array holds four
// elements, which are written back in reverse.
//% verdict: verified

//@ requires \length(in) == 4 * (blockDim.x * gridDim.x) && \length(out) == 4 * (blockDim.x * gridDim.x);
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x ->
//@     out[4 * i] == in[4 * i + 3] && out[4 * i + 1] == in[4 * i + 2] &&
//@     out[4 * i + 2] == in[4 * i + 1] && out[4 * i + 3] == in[4 * i];
__global__ void reverseFour(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int held[4];
#pragma unroll
    for (int k = 0; k < 4; k++) held[k] = in[4 * i + k];
#pragma unroll
    for (int k = 0; k < 4; k++) out[4 * i + k] = held[3 - k];
}
