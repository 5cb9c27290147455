// What an operator of the program does is left to that operator.
//% verdict: unsupported

#include <utility>

struct Sticky {
    int value;
    __device__ Sticky &operator=(const Sticky &o) {
        if (value == 0) value = o.value;
        return *this;
    }
};
struct Pair { Sticky first; int second; };
struct Truth {
    int value;
    __device__ operator bool() const { return value != 0; }
    __device__ bool operator||(int) const { return false; }
};
__device__ bool operator&&(const Truth &, const Truth &) { return true; }

__global__ void swapped(int *o) {
    Sticky a{1}, b{2};
    std::swap(a, b);
    o[0] = a.value;
}

__global__ void parts_swapped(int *o) {
    Pair a{{1}, 1}, b{{2}, 2};
    std::swap(a, b);
    o[0] = a.first.value;
}

__global__ void both(int *o) {
    Truth a{0}, b{0};
    o[0] = a && b;
}

__global__ void either(int *o) {
    Truth a{1};
    if (a || 0) o[0] = 1;
}
