// In exact floats a sum that is rounded down is not the one that is rounded to the nearest float.
//% verdict: not-verified
//% options: --float exact

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(sum);
//@ ensures \forall i. 0 <= i < n -> sum[i] == a[i] + b[i];
//~^ error: ensures
__global__ void add(const float *a, const float *b, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = __fadd_rd(a[i], b[i]);
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b);
//@ ensures \forall i. 0 <= i < n -> b[i] == (float)a[i];
//~^ error: ensures
__global__ void convert(const double *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = __double2float_rz(a[i]);
}
