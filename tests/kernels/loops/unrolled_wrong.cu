// The private array is read one behind its end.
//% verdict: refuted

__global__ void reverseFour(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int held[4];
    for (int k = 0; k < 4; k++) held[k] = in[4 * i + k];
    for (int k = 0; k < 4; k++) {
        out[4 * i + k] = held[4 - k]; //~ error: bounds
    }
}
