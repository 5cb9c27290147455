// Only every second element of the input occurs in the result.
//% verdict: refuted

//@ requires 1 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall k. 0 <= k < 2 * n -> \exists j. 0 <= j < n && out[j] == in[k];
//~^ error: ensures
__global__ void everySecond(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[2 * i];
}
