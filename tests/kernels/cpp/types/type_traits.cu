// What a template does depends on what its type is.
//% verdict: verified
//% options: --template T=float

#include <type_traits>

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ T half_of(T x) { return x >> 1; }

template <typename T, std::enable_if_t<!std::is_integral<T>::value, int> = 0>
__device__ T half_of(T x) { return x / 2; }

template <typename T>
struct Accumulator {
    using type = typename std::conditional<std::is_same<T, float>::value, double, T>::type;
};

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j] / 2 + in[j];
template <typename T>
__global__ void one_and_a_half(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        typename Accumulator<T>::type sum = half_of(in[i]);
        sum += in[i];
        out[i] = sum;
    }
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires 0 <= n <= \length(flags);
//@ ensures \forall j. 0 <= j < n -> flags[j] == 1;
template <typename T>
__global__ void kinds(int *flags, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if constexpr (std::is_floating_point_v<T>)
        flags[i] = 1;
    else
        flags[i] = 0;
    std::conditional_t<(sizeof(T) > 4), int, short> zero = 0;
    flags[i] += zero + std::is_unsigned<T>::value;
}
