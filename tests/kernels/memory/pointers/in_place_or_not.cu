// Two parameters that are compared: they are different memory, but both may be null.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(in) && n <= \length(out);
//@ ensures \forall i. 0 <= i < n -> out[i] == in[i];
__global__ void copy(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in == out) return;
    if (i < n) out[i] = in[i];
}
