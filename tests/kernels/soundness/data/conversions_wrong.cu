// Negative reals are cut off towards zero, not rounded down.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> -1000 <= x[j] <= 1000;
//@ ensures \forall j. 0 <= j < n -> whole[j] <= x[j];
//~^ error: ensures
__global__ void convert(const float *x, int *whole, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) whole[i] = (int)x[i];
}
