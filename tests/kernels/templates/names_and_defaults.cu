// Names that `using` gives a namespace, alias templates with defaults, defaults below zero, and lists for arrays in structs.
//% verdict: verified

namespace inner {
struct Item {
    int x;
};
template <typename T, int N = -1>
struct Tagged {
    T held;
    __device__ int tag() const { return N; }
};
template <typename T, typename U = float, int N = -3>
using Alias = Tagged<T, N>;
__device__ int one() { return 1; }
} // namespace inner

namespace outer {
using namespace inner;
}
namespace other {
using inner::Item;
using inner::one;
} // namespace other

struct Row {
    int n;
    float values[3];
    int last;
};

//@ requires \length(out) == 6;
//@ ensures out[0] == 8 && out[1] == -1 && out[2] == -3 && out[3] == 1 && out[4] == 5 && out[5] == 4;
__global__ void names(int *out) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    outer::Item item = {5};
    other::Item more = {3};
    outer::Tagged<int> tagged = {2};
    outer::Alias<int> aliased = {4};
    Row row = {1, 2.0f, 2.0f, 1.0f, 5};
    out[0] = item.x + more.x;
    out[1] = tagged.tag();
    out[2] = aliased.tag();
    out[3] = other::one();
    out[4] = (int)row.values[0] + (int)row.values[1] + (int)row.values[2];
    out[5] = row.last - row.n;
}
