// Sign of each element by nested conditions, with an early return.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == (in[j] > 0 ? 1 : in[j] < 0 ? -1 : 0);
__global__ void sign(const float *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] >= 0) {
        if (in[i] > 0) {
            out[i] = 1;
            return;
        }
        out[i] = 0;
    } else {
        out[i] = -1;
    }
}
