// Four signed bytes in a word, each for itself: the difference of the lowest does not fit, and stays at the greatest.
//% verdict: verified

//@ requires blockDim.x * gridDim.x <= \length(out);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 0x0400ff7f;
__global__ void differences(unsigned *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = __vsubss4(0x05000064u, 0x010001ceu);
}
