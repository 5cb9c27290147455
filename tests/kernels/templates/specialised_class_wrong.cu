// The primary template is not what a specialised instance is made from (TEMPLATE-18).
//% verdict: not-verified

template <typename T>
struct Unit {
    static __device__ int value() { return 1; }
};
namespace inner {
template <typename T>
struct Unit {
    static __device__ int value() { return 1; }
};
}
template <>
struct Unit<float> {
    static __device__ int value() { return 2; }
};
template <>
struct inner::Unit<float> {
    static __device__ int value() { return 2; }
};

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(a) == 1;
//@ ensures a[0] == 1; //~ error
__global__ void plain(int *a) { a[0] = Unit<float>::value(); }

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(a) == 1;
//@ ensures a[0] == 1; //~ error
__global__ void qualified(int *a) { a[0] = inner::Unit<float>::value(); }
