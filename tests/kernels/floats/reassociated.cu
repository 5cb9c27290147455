//% verdict: verified
// As real numbers sums may be bracketed and factors taken out.

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == a[j] + (b[j] + c);
//@ ensures \forall j. 0 <= j < n -> y[j] * c == a[j] * c + b[j] * c + c * c;
__global__ void sums(const float *a, const float *b, float *y, int n, float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a[i] + b[i] + c;
}
