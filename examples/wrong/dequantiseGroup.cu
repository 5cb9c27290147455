// Bytes as numbers again, where the scale is that of the place in the group.
//
// Found: there may be fewer groups than places.
//
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(q) && n <= \length(y);
//@ requires 0 < group && n <= group * \length(scale);
//@ ensures \forall i. 0 <= i < n -> y[i] == (q[i] - 128) * scale[i / group]; //~ error: ensures
__global__ void dequantise(const unsigned char *q, const float *scale, float *y, int n, int group) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = ((int)q[i] - 128) * scale[i % group]; //~ error: bounds
}
