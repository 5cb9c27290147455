// With integers the shift rounds down, and the division that the contract speaks of towards zero.
//% verdict: not-verified
//% options: --template T=int

#include <type_traits>

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ T half_of(T x) { return x >> 1; }

template <typename T, std::enable_if_t<!std::is_integral<T>::value, int> = 0>
__device__ T half_of(T x) { return x / 2; }

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j] / 2; //~ error: ensures
template <typename T>
__global__ void halved(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = half_of(in[i]);
}
