// With exact floats, addition is not associative.
//% verdict: not-verified
//% options: --float exact

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == x[j] + (y[j] + z[j]);
//~^ error: ensures
__global__ void add3(const float *x, const float *y, const float *z, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (x[i] + y[i]) + z[i];
}
