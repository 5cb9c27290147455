// What the kernel may change is said by `writes`.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ writes out[0..n - 1];
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
__global__ void clear(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0;
}
