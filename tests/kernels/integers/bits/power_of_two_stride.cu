// Shifts to the left by constants and by a parameter.
//% verdict: verified

//@ requires k == 3 && \length(out) == (blockDim.x * gridDim.x) << 3;
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[8 * i] == 4 * i && out[8 * i + 1] == 8;
__global__ void spread(int *out, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i << 3] = i << 2;
    out[(i << 3) | 1] = 1 << k;
}
