// The contract takes division of negative numbers to round down; C truncates.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 2 * out[j] <= in[j];
//~^ error: ensures
__global__ void halve(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] / 2;
}
