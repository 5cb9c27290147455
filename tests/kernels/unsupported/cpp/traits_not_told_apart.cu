// `long` and `long long` are two types of one width: whether they are the same is not said wrongly.
//% verdict: unsupported

#include <type_traits>

__global__ void same(int *out) {
    out[threadIdx.x] = std::is_same<long, long long>::value;
}

enum class Level : unsigned char { low };
template <class T> struct Width {
    static const int value = 0;
};
template <> struct Width<Level> {
    static const int value = 1;
};

__global__ void sizedEnumeration(int *out) { out[threadIdx.x] = Width<unsigned char>::value; }
