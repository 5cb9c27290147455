// The parts of a class that says that it is like a tuple are what its `get` gives.
//% verdict: unsupported

#include <utility>

struct Pair { int a, b; };
namespace std {
template <> struct tuple_size<Pair> { static const size_t value = 2; };
template <size_t I> struct tuple_element<I, Pair> { using type = int; };
}
template <size_t I> __device__ int get(const Pair &pair) { return I == 0 ? pair.b : pair.a; }

__global__ void bound(int *o) {
    Pair pair{1, 2};
    auto [x, y] = pair;
    o[0] = x - y;
}
