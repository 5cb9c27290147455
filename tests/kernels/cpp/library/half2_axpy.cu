// Two halves at a time: `y = a * x + y`, with intrinsics and with operators.
//% verdict: verified

#include <cuda_fp16.h>

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(x) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j].x == a * x[j].x + \old(y[j].x) && y[j].y == a * x[j].y + \old(y[j].y);
__global__ void axpy(const half2 *x, half2 *y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(x) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j].x == 2 * x[j].x - \old(y[j].x) * \old(y[j].x);
__global__ void with_operators(const half2 *x, half2 *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        half2 v = x[i] + x[i];
        half2 w = y[i];
        w *= y[i];
        y[i] = v - w;
    }
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j].x == in[j].y && out[j].y == in[j].x;
__global__ void exchanged(const half2 *in, half2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __lowhigh2highlow(in[i]);
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j].x == \max(in[j].x, 0.0) && out[j].y == \max(in[j].y, 0.0);
__global__ void relu(const float2 *in, float2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        half2 v = __float22half2_rn(in[i]);
        out[i] = __half22float2(__hmax2(v, __floats2half2_rn(0.0f, 0.0f)));
    }
}
