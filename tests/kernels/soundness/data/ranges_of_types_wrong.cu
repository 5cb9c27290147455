// Plain `char` is signed on the device.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 0 <= out[j];
//~^ error: ensures
__global__ void bytes(const char *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i];
}
