// Attributes behind parameters, and of namespaces, mean nothing to what is computed.
//
//% verdict: verified

__device__ int f(int) __attribute__((const));
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) [[gnu::pure]];
__device__ int g(int x) { return x + 2; }
template <class T> [[gnu::noinline]] __device__ T h(T x) { return x + 3; }
__global__ void sums(int *a) __attribute__((used));

namespace [[deprecated]] n {
//@ requires \length(a) == 1;
//@ ensures a[0] == 1;
__global__ void ones(int *a) {
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1;
}
}
namespace m __attribute__((visibility("hidden"))) {
//@ requires \length(a) == 1;
//@ ensures a[0] == 2;
__global__ void twos(int *a) {
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 2;
}
}

//@ requires \length(a) == 1;
//@ ensures a[0] == 9;
__global__ void sums(int *a) {
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = f(1) + g(1) + h(1);
}
