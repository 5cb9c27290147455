// Complex numbers of C++, of CUDA and of Thrust (LIB-15): two numbers one after the other, with their arithmetic.
//% verdict: verified

#include <complex>
#include <cuda/std/complex>
#include <thrust/complex.h>

//@ requires n == \length(a) && n == \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> a[i].real_ == \old(a[i].real_) * b[i].real_ - \old(a[i].imag_) * b[i].imag_;
//@ ensures \forall int i; 0 <= i && i < n ==> a[i].imag_ == \old(a[i].real_) * b[i].imag_ + \old(a[i].imag_) * b[i].real_;
__global__ void product(std::complex<float> *a, const std::complex<float> *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= b[i];
}

template <typename T>
__device__ thrust::complex<T> step(thrust::complex<T> z, thrust::complex<T> c) {
    return z * z + c;
}

// Where the first steps of Mandelbrot's iteration lead.
//@ requires n == \length(sizes) && n == \length(points) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> sizes[i] ==
//@     (points[i].real_ * points[i].real_ - points[i].imag_ * points[i].imag_ + points[i].real_) *
//@     (points[i].real_ * points[i].real_ - points[i].imag_ * points[i].imag_ + points[i].real_) +
//@     (2 * points[i].real_ * points[i].imag_ + points[i].imag_) * (2 * points[i].real_ * points[i].imag_ + points[i].imag_);
__global__ void escape(const thrust::complex<double> *points, double *sizes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    thrust::complex<double> z(0.0, 0.0);
    for (int k = 0; k < 2; ++k) z = step(z, points[i]);
    sizes[i] = thrust::norm(z);
}

// The numbers' memory, looked at as pairs.
//@ requires n == \length(z) && n == \length(re) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> re[i] == z[i].real_ + z[i].imag_;
__global__ void sums(const cuda::std::complex<float> *z, float *re, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) re[i] = reinterpret_cast<const float *>(z)[2 * i] + reinterpret_cast<const float2 *>(z)[i].y;
}

// A shift of the phase by a right angle, and half of the conjugate.
//@ requires \length(z) == 2;
//@ ensures z[0].real_ == 1.5 && z[0].imag_ == -2 && z[1].real_ == -4 && z[1].imag_ == 3;
__global__ void constants(std::complex<double> *z) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    const std::complex<double> i(0, 1), w(3, 4);
    z[0] = conj(w) / 2.0;
    z[1] = w * i;
    if (z[0] == z[1]) z[0] = 0.0;
}
