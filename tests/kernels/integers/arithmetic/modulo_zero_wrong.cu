// The remainder by a value from memory, which may be zero.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> 0 <= d[j];
__global__ void remainder(const int *in, const int *d, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] % d[i]; //~ error: division
}
