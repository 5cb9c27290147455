// The contract overlooks that the pointer leads into the same array.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 1;
//~^ error: ensures
__global__ void twoNames(int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int *p = a + i;
    a[i] = 1;
    p[0] = 3;
    out[i] = a[i];
}
