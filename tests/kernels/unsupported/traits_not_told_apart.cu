// `long` and `long long` are two types of one width: whether they are the same is not said wrongly.
//% verdict: unsupported

#include <type_traits>

__global__ void same(int *out) {
    out[threadIdx.x] = std::is_same<long, long long>::value;
}
