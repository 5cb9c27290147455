// A negative offset becomes a large unsigned number on the way.
//% verdict: refuted
//% options: --ints checked

//@ requires blockDim.x * gridDim.x <= 1000000;
__global__ void shifted(int *out, int offset) {
    unsigned i = threadIdx.x;
    out[i + offset] = 1; //~ error: overflow
}
