// The clock of the device is not modelled.
//% verdict: unsupported

__global__ void timing(long long *out) {
    long long start = clock64();
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock64() - start;
}
