// Division of reals, by a parameter that the contract keeps away from zero.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && scale > 0;
//@ ensures \forall j. 0 <= j < n -> out[j] * scale == x[j];
__global__ void normalise(const float *x, float *out, int n, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] / scale;
}
