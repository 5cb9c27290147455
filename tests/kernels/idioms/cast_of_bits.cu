// A conversion of what is no index is C's, modulo.
//% verdict: not-verified

//@ requires \length(x) == 4;
//@ ensures x[0] >= 0; //~ error: ensures
__global__ void bits(const unsigned *bits, int *x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) x[0] = (int)(bits[0] << 24) >> 24;
}

//@ requires \length(x) == 4;
//@ ensures x[0] >= 256; //~ error: ensures
__global__ void narrow(int *x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) x[0] = (unsigned char)(blockDim.x * 300);
}
