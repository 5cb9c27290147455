// Shared memory is not zero at the start.
//% verdict: refuted

//@ requires blockDim.x <= 64;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 0;
__global__ void uninitialised(int *out) {
    __shared__ int held[64];
    out[blockIdx.x * blockDim.x + threadIdx.x] = held[threadIdx.x]; //~ error: initialised
}
