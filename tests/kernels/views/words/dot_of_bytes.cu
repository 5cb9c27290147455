// The products of four signed bytes each.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 4 * n <= \length(a) && 4 * n <= \length(b) && n <= \length(out);
//@ requires \forall j. 0 <= j < 4 * n -> a[j] == 2 && b[j] == 3;
//@ ensures \forall j. 0 <= j < n -> out[j] == 25;
__global__ void dots(const signed char *a, const signed char *b, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = *(const int *)(a + 4 * i);
        int y = ((const int *)b)[i];
        out[i] = __dp4a(x, y, 1);
    }
}
