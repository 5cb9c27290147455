// A local without an initial value is not zero.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
__global__ void uninitialised(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x;
    if (i < n) out[i] = x; //~ error: initialised
}
