// A quantisation that rounds towards zero.
//
//% verdict: refuted

//@ requires 0 <= n && n <= \length(x) && n <= \length(q) && 0 < scale;
//@ ensures \forall i. 0 <= i < n -> -127 <= q[i] <= 127;
//@ ensures \forall i. 0 <= i < n -> (-127 <= x[i] / scale <= 127 -> -0.5 <= x[i] / scale - q[i] <= 0.5); //~ error: ensures
__global__ void quantise(const float *x, signed char *q, float scale, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        q[i] = (signed char)fminf(fmaxf(truncf(x[i] / scale), -127.0f), 127.0f);
}
