// Pointwise complex arithmetic with the overloaded operators of an FFT convolution.
//% verdict: verified
#include <cuda_runtime.h>

typedef float2 Complex;

static __device__ __host__ inline Complex ComplexAdd(Complex a, Complex b) {
    Complex c;
    c.x = a.x + b.x;
    c.y = a.y + b.y;
    return c;
}

static __device__ __host__ inline Complex ComplexScale(Complex a, float s) {
    Complex c;
    c.x = s * a.x;
    c.y = s * a.y;
    return c;
}

static __device__ __host__ inline Complex operator*(Complex a, Complex b) {
    Complex c;
    c.x = a.x * b.x - a.y * b.y;
    c.y = a.x * b.y + a.y * b.x;
    return c;
}

//@ requires 0 <= size <= blockDim.x * gridDim.x && size <= \length(a) && size <= \length(b);
//@ ensures \forall i. 0 <= i < size -> a[i].x == scale * (\old(a[i].x) * b[i].x - \old(a[i].y) * b[i].y);
//@ ensures \forall i. 0 <= i < size -> a[i].y == scale * (\old(a[i].x) * b[i].y + \old(a[i].y) * b[i].x);
__global__ void ComplexPointwiseMulAndScale(Complex *a, const Complex *b, int size, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) a[i] = ComplexScale(a[i] * b[i], scale);
}
