// A write through a pointer is seen under the array's own name.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == 3 && out[j] == 3;
__global__ void twoNames(int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int *p = a + i;
    a[i] = 1;
    p[0] = 3;
    out[i] = a[i];
}
