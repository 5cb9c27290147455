// An explicit cast to eight bits keeps the value modulo 256.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> 0 <= in[j];
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j] % 256;
__global__ void lowByte(const int *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)in[i];
}
