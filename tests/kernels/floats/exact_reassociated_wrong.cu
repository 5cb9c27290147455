//% verdict: not-verified
//% options: --float exact
// Bit for bit it matters how a sum is bracketed, and factors cannot be taken out.

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == a[j] + b[j] + c;
//@ ensures \forall j. 0 <= j < n -> y[j] == c + (b[j] + a[j]);
//@ ensures \forall j. 0 <= j < n -> y[j] == a[j] + (b[j] + c); //~ error: ensures
//@ ensures \forall j. 0 <= j < n -> y[j] * c == a[j] * c + b[j] * c + c * c; //~ error: ensures
__global__ void sums(const float *a, const float *b, float *y, int n, float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a[i] + b[i] + c;
}
