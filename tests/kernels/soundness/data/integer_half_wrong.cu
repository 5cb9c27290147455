// `1 / 2` is an integer division: zero.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 2 * out[j] == x[j];
//~^ error: ensures
__global__ void halve(const float *x, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] * (1 / 2);
}
