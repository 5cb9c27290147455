// The contract allows an output that is one element too short.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x && \length(in) == n && n - 1 <= \length(out);
__global__ void copy(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i]; //~ error: bounds
}
