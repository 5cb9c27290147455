// Bytes from 128 on are taken for negative numbers.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(q) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == q[i]; //~ error: ensures
__global__ void asSigned(const unsigned char *q, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (signed char)q[i];
}
