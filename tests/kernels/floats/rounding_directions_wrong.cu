// Rounding down is not truncation.
//% verdict: not-verified

//@ requires x == -0.5 && 1 <= \length(cell);
//@ ensures cell[0] == 0;
//~^ error: ensures
__global__ void cells(int *cell, float x) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) cell[0] = __float2int_rd(x);
}
