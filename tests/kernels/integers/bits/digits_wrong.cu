// Digits that are not those of one number: the highest one is taken with the wrong divisor.
//% verdict: not-verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && 1 <= w && 1 <= h;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1; //~ error: ensures
__global__ void wrongDivisor(const int *in, int *out, int w, int h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x = t % w, y = (t / w) % h, z = t / h;
    int u = (z * h + y) * w + x;
    out[u] = in[u] + 1; //~ error
}
