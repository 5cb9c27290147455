// The partner of an element by exclusive or; the contract uses the same operator.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j ^ 1];
__global__ void partner(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i ^ 1];
}
