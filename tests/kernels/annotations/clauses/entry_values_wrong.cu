// The contract means the value of `n` at entry, the kernel stops at half of it.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
//~^ error: ensures
__global__ void firstHalf(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    n = n / 2;
    if (i < n) out[i] = 0;
}
