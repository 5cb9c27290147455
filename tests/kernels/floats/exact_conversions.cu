//% verdict: verified
//% options: --float exact
// Conversions are functions of the value: the same integer gives the same float.

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(y) && n <= \length(z);
//@ ensures \forall j. 0 <= j < n -> y[j] == (float)(2 * j) && z[j] == (double)y[j];
__global__ void convert(float *y, double *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = i + i;
        z[i] = y[i];
    }
}
