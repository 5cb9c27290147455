// Bytes as numbers again: each group of elements has a scale of its own.
//
// Proved: for every size, also where the last group is shorter.
//
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(q) && n <= \length(y);
//@ requires 0 < group && n <= group * \length(scale);
//@ ensures \forall i. 0 <= i < n -> y[i] == (q[i] - 128) * scale[i / group];
__global__ void dequantise(const unsigned char *q, const float *scale, float *y, int n, int group) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = ((int)q[i] - 128) * scale[i / group];
}
