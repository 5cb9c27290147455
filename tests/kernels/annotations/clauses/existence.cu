// Every element of the result occurs in the input, and every element of the input in the result.
//% verdict: verified

//@ requires 1 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> \exists k. 0 <= k < n && out[j] == in[k];
//@ ensures \forall k. 0 <= k < n -> \exists j. 0 <= j < n && out[j] == in[k];
__global__ void backwards(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}
