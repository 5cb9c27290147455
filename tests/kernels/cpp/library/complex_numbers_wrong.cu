// What is false of complex numbers.
//% verdict: refuted

#include <complex>
#include <thrust/complex.h>

//@ requires \length(a) == 1 && \length(b) == 1;
//@ ensures a[0].real_ == \old(a[0].real_) * b[0].real_; //~ error: ensures
__global__ void product(std::complex<float> *a, const std::complex<float> *b) {
    if (blockIdx.x == 0 && threadIdx.x == 0) a[0] = a[0] * b[0];
}

//@ requires \length(out) == 1;
//@ ensures out[0] == 5; //~ error: ensures
__global__ void size(double *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = norm(thrust::complex<double>(3, 4));
}

//@ requires \length(out) == 1;
//@ ensures out[0] == 2; //~ error: ensures
__global__ void difference(float *out) {
    std::complex<float> z = 3.0f - std::complex<float>(1, 1);
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = z.real() - z.imag();
}
