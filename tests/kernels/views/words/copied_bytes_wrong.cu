// One element too much is cleared.
//% verdict: refuted

__global__ void clearRow(int *out) {
    int counters[3];
    memset(counters, 0, 4 * sizeof(int)); //~ error: bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = counters[0];
}
