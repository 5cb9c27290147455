// A prototype's contract belongs to the function that it declares, not to others of the name.
//
//% verdict: verified
//% verdict of narrow: not-verified

namespace a {
//@ requires n > 5;
__global__ void k(int *o, int n);
//@ requires n > 7;
__device__ int f(int n);
}
//@ requires n > 6;
__global__ void k(float *o, int n);
//@ requires n > 3;
template <class T> __global__ void k(T *o, int n);

__device__ int f(int n) { return n; }

//@ requires \length(o) == 1;
//@ ensures o[0] == n;
__global__ void k(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = f(n);
}

namespace b {
typedef int number;
// The same function: an array is a pointer, and `const` of a parameter says nothing.
//@ requires n < 10 && \length(q) == 1;
//@ ensures q[0] == n && n < 10;
__global__ void m(int q[], const int n);

__global__ void m(number *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}
}

namespace a {
//@ requires n > 5;
__global__ void narrow(int *o, int n);
}
//@ requires \length(o) == 1;
//@ ensures n > 5; //~ error: ensures
__global__ void narrow(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}
