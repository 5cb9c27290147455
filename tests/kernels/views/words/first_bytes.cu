// Bytes of floats are any bytes: nothing may be said of their values, and all of it of where they lie.
//% verdict: not-verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(numbers) && n <= \length(signs);
//@ ensures \forall i. 0 <= i < n -> signs[i] < 128; //~ error
__global__ void topBytes(const float *numbers, unsigned char *signs, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) signs[i] = *((const unsigned char *)(numbers + i) + 3);
}
