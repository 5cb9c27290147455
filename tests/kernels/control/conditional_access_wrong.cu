// The guard of the neighbour lets element 0 through.
//% verdict: refuted

//@ requires \length(in) == n && \length(out) == n && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 < j < n -> out[j] == in[j] - in[j - 1];
__global__ void difference(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] - (i >= 0 ? in[i - 1] : 0.0f); //~ error: bounds
}
