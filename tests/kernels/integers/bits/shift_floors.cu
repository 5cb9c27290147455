// An arithmetic shift to the right rounds down, also for negative numbers.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 2 * out[j] <= in[j] < 2 * out[j] + 2;
__global__ void halve(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] >> 1;
}
