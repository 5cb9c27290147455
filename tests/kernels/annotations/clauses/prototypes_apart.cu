// A prototype in an unnamed namespace, or of a template over numbers of another type, declares another function (CALL-15).
//
//% verdict: not-verified
//% verdict of same: verified
//% verdict of inlined: unsupported

namespace {
//@ requires n > 5;
__global__ void unnamed(int *o, int n);
}
//@ requires \length(o) == 1;
//@ ensures n > 5; //~ error: ensures
__global__ void unnamed(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}

//@ requires n > 5;
template <int N> __global__ void over_numbers(int *o, int n);
//@ requires \length(o) == 1;
//@ ensures n > 5; //~ error: ensures
template <unsigned N> __global__ void over_numbers(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}

// Whether a definition means the one of the inline namespace is not looked into.
namespace a {
inline namespace v1 {
//@ requires n > 5;
__global__ void inlined(int *o, int n);
}
//@ requires \length(o) == 1;
//@ ensures n > 5;
__global__ void inlined(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}
}

namespace {
//@ requires n > 5;
template <int N> __global__ void same(int *o, int n);
//@ requires \length(o) == 1;
//@ ensures n > 5;
template <int M> __global__ void same(int *o, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = n;
}
}
