// Nothing says that the divisor is not zero.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j] / d; //~ unproved: d may be 0
__global__ void divide(const int *in, int *out, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] / d; //~ error: division
}
