// What only the bits of a float say is any value in a proof, and no run is decided by it: none of these is wrong.
//% verdict: verified
//% known: unknown -- the bits of floats are not computed

//@ requires \length(a) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[i] == a[i];
__global__ void thereAndBack(const float *a, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __int_as_float(__float_as_int(a[i]));
}

//@ requires \length(a) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ requires \forall i. 0 <= i < blockDim.x * gridDim.x -> a[i] > 0;
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[i] == 1;
__global__ void positive(const float *a, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __float_as_int(a[i]) > 0 ? 1 : 0;
}

//@ requires \length(a) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[i] == a[i];
__global__ void copiedTwice(const float *a, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bits;
    memcpy(&bits, &a[i], 4);
    float back;
    memcpy(&back, &bits, 4);
    out[i] = back;
}
