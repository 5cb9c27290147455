// The type decides: a quotient of integers has no fraction.
//% verdict: not-verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == a[j] / 2.0; //~ error: ensures
__global__ void halves(const int *a, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    decltype(i + 1) quotient = a[i] / 2.0;
    out[i] = quotient;
}
