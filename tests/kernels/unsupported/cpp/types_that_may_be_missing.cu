// A template that names a type which its argument does not have is no candidate.
//% verdict: unsupported

struct Number {
    int value;
    __device__ operator int() const { return value; }
};
template <class T> struct Traits {};
template <class T> using Part = typename T::part;

template <class T, class = typename T::part> __device__ int by_default(T) { return 1; }
__device__ int by_default(int) { return 2; }

template <class T, class = Part<T>> __device__ int by_alias(T) { return 1; }
__device__ int by_alias(int) { return 2; }

template <class T> __device__ typename Traits<T>::part by_result(T) { return 1; }
__device__ int by_result(long) { return 2; }

template <class T, typename T::part * = nullptr> __device__ int by_parameter(T) { return 1; }
__device__ int by_parameter(int) { return 2; }

template <class T, int = T::size> __device__ int by_value(T) { return 1; }
__device__ int by_value(int) { return 2; }

template <class T> __device__ int by_argument(T, typename T::part * = nullptr) { return 1; }
__device__ int by_argument(int) { return 2; }

struct Maker {
    int made;
    template <class T, class = typename T::part> __device__ Maker(T) : made(1) {}
    __device__ Maker(int) : made(2) {}
};
struct Of {
    int value;
    template <class T, class = typename T::part> __device__ int of(T) { return 1; }
    __device__ int of(int) { return 2; }
};
template <class T, class = typename T::part> __device__ int operator+(T, int) { return 1; }

__global__ void of_default(int *o) { o[0] = by_default(Number{3}); }
__global__ void of_alias(int *o) { o[0] = by_alias(Number{3}); }
__global__ void of_result(int *o) { o[0] = by_result(3); }
__global__ void of_parameter(int *o) { o[0] = by_parameter(Number{3}); }
__global__ void of_value(int *o) { o[0] = by_value(Number{3}); }
__global__ void of_argument(int *o) { o[0] = by_argument(Number{3}); }
__global__ void of_constructor(int *o) { o[0] = Maker(Number{3}).made; }
__global__ void of_member(int *o) {
    Of a{1};
    o[0] = a.of(Number{3});
}
__global__ void of_operator(int *o) { o[0] = Number{3} + 4; }
