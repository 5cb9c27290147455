// A template is no candidate where its argument does not have the type that it names, be it by way of an alias.
//% verdict: verified

#include <type_traits>

struct WithType { using type = int; };
template <bool B> using Enable = typename std::enable_if<B>::type;
template <class T> using Void = void;
template <class T> struct Traits { static const bool is_small = sizeof(T) < 4; using type = T; };

template <class T, class = typename T::type> __device__ int named(T) { return 1; }
__device__ int named(long) { return 2; }

template <class T, class = Enable<!std::is_integral<T>::value>> __device__ int other(T) { return 1; }
__device__ int other(long) { return 2; }

template <class T, std::enable_if_t<Traits<T>::is_small, int> = 0> __device__ int sized(T) { return 1; }
template <class T, std::enable_if_t<!Traits<T>::is_small, int> = 0> __device__ int sized(T) { return 2; }

template <class T> __device__ typename Traits<T>::type plain(T x) { return x; }
__device__ int plain(WithType) { return 0; }

template <class T, class = void> struct Has { static const int value = 0; };
template <class T> struct Has<T, Void<typename T::type>> { static const int value = 1; };

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 8;
//@ ensures o[0] == 2 && o[1] == 1 && o[2] == 2 && o[3] == 1 && o[4] == 2 && o[5] == 1 && o[6] == 9;
//@ ensures o[7] == 1;
__global__ void chosen(int *o) {
    o[0] = named(3);
    o[1] = named(WithType{});
    o[2] = other(3);
    o[3] = other(3.0f);
    o[4] = sized(3);
    o[5] = sized((short)3);
    o[6] = plain(9);
    o[7] = Has<WithType>::value + Has<int>::value;
}
