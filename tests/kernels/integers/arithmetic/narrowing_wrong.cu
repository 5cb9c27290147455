// The contract overlooks that large values do not fit.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> -1 <= in[j];
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
//~^ error: ensures
__global__ void lowByte(const int *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)in[i];
}
