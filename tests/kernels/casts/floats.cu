// A float that lies in the type's range becomes its integer part, by a cast and by a conversion that is called.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> 0 <= x[j] <= 100;
//@ ensures \forall j. 0 <= j < n -> a[j] <= x[j] < a[j] + 1 && b[j] <= x[j] < b[j] + 1 && c[j] <= x[j] < c[j] + 1;
__global__ void parts(const float *x, signed char *a, unsigned *b, long long *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = (signed char)x[i];
    b[i] = __float2uint_rz(x[i]);
    c[i] = (long long)x[i];
}

//@ requires \length(o) == 1;
//@ ensures -2147483648 <= o[0] <= 2147483647;
__global__ void some_value(int *o, double x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (int)x;
}
