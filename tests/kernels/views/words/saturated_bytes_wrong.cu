// Without saturation the same difference wraps around.
//% verdict: refuted

//@ requires blockDim.x * gridDim.x <= \length(out);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 0x0400ff7f;
//~^ error: ensures
__global__ void differences(unsigned *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = __vsub4(0x05000064u, 0x010001ceu);
}
