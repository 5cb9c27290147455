// Different parameters are never equal, unless both are null: what is done for equal ones is not done.
//% verdict: refuted

//@ requires 0 < n <= blockDim.x * gridDim.x && n <= \length(in) && n <= \length(out);
//@ ensures \forall i. 0 <= i < n -> out[i] == in[i]; //~ error
__global__ void copy(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in != out) return;
    if (i < n) out[i] = in[i];
}
