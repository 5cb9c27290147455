// The string has four characters and the zero behind them.
//% verdict: refuted

//@ requires gridDim.x == 1 && blockDim.x <= 6 && \length(o) >= blockDim.x;
__global__ void beyond(int *o) {
    const char *letters = "abcd";
    o[threadIdx.x] = letters[threadIdx.x]; //~ error: bounds
}
