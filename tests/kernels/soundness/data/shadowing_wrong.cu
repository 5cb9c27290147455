// The assignment in the inner block is to the inner variable.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 2;
//~^ error: ensures
__global__ void shadows(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = 1;
    if (i < n) {
        int x = 0;
        x = 2;
    }
    if (i < n) out[i] = x;
}
