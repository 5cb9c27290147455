// One addition too few for the sum that the contract promises.
//
//% verdict: refuted

//@ requires 0 <= n && n + 6 <= \length(a) && n <= \length(o) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> o[i] == sum(k, a[i + k], 0, 6); //~ error: ensures
__global__ void six(const int *a, int *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4] + a[i + 5];
}
