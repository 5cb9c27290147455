// A division whose divisor is checked first; division truncates towards zero, in contracts too.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n && d[j] != 0 -> out[j] == in[j] / d[j];
//@ ensures \forall j. 0 <= j < n && d[j] == 0 -> out[j] == -1;
__global__ void divide(const int *in, const int *d, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = d[i] != 0 ? in[i] / d[i] : -1;
}
