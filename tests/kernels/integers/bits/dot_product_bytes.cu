// Four products of signed bytes at once, and differences byte by byte.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(y) && n <= \length(z);
//@ requires \forall j. 0 <= j < n -> 0 <= a[j] <= 127;
//@ ensures \forall j. 0 <= j < n -> y[j] == 10 + 3 * a[j];
//@ ensures \forall j. 0 <= j < n -> z[j] == 2130706432 + a[j];
__global__ void quantised(const int *a, int *y, unsigned *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = __dp4a(a[i], 0x01020303, 10);
    z[i] = __vaddss4(0x7f000000, 0x01000000) + a[i];
}
