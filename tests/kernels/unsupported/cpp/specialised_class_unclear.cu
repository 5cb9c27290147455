// Which declaration of a class template is meant depends on what is not known here (TEMPLATE-18).
//% verdict: unsupported

template <int N>
struct Width {
    static __device__ int value() { return 1; }
};
template <>
struct Width<4> {
    static __device__ int value() { return 2; }
};

template <typename T>
struct Kind {
    static __device__ int value() { return 1; }
};
template <>
struct Kind<long> {
    static __device__ int value() { return 2; }
};
enum Colour { RED, GREEN };
template <>
struct Kind<int> {
    static __device__ int value() { return 3; }
};

template <typename A, typename B>
struct Both {
    static __device__ int value() { return 1; }
};
template <typename A>
struct Both<A, short *> {
    static __device__ int value() { return 2; }
};
template <typename A>
struct Both<A *, short *> {
    static __device__ int value() { return 3; }
};

template <typename T>
__constant__ int weight = 3;

template <int N>
__global__ void symbolic(int *a) { a[0] = Width<N>::value(); }

__global__ void not_told_apart(int *a) { a[0] = Kind<long long>::value(); }

__global__ void of_an_enumeration(int *a) { a[0] = Kind<Colour>::value(); }

__global__ void of_a_variable_template(int *a) { a[0] = weight<int>; }

template <typename T>
__global__ void for_const(T *a, int *b) { b[0] = Kind<T>::value(); }
template __global__ void for_const<const int>(const int *, int *);

__global__ void of_two_partial_ones(int *a) { a[0] = Both<float *, short *>::value(); }
