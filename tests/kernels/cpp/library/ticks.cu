// The clock of the device is any number.
//% verdict: safe

__global__ void timing(long long *out) {
    long long start = clock64();
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock64() - start;
}
