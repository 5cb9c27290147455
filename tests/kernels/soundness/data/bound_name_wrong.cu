// In the inner statement `n` is the bound variable, which is not the number of elements.
//% verdict: refuted

//@ requires 1 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall n. 0 <= n -> out[n] == 1;
//~^ error: ensures
__global__ void hiding(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}
