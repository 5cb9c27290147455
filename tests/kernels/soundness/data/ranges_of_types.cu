// A value read from memory lies in the range of its type.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 0 <= out[j] <= 510;
__global__ void bytes(const unsigned char *a, const unsigned char *b, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}
