// The complement of a signed number, and of an unsigned one.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> x[j] == -\old(x[j]) - 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == 4294967295 - \old(y[j]);
__global__ void complement(int *x, unsigned *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = ~x[i];
    y[i] = ~y[i];
}
