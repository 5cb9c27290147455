// Attributes of statements and arrays, declarators in parentheses, an alias with the name of the template it is of.
//% verdict: verified

typedef float real;

real (*rows)[16];
static real (*callback)(real) = nullptr;

struct [[nodiscard]] Value {
    int v;
};

namespace lib {
template <typename F, int W>
struct Hasher {
    F state;
    __device__ F get() const { return state * W; }
};
}

namespace app {
using Hasher = lib::Hasher<int, 3>;

//@ requires \length(a) == 1;
//@ ensures a[0] == 21;
__global__ void hashed(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Hasher hasher;
        hasher.state = 7;
        a[0] = hasher.get();
    }
}
}

__device__ real twice(real x) { return x + x; }

//@ requires \length(a) == 4 && a[2] == 0 && blockDim.x <= 32;
//@ ensures n == 0 ==> a[0] == 1 && a[1] == 5;
//@ ensures n == 1 ==> a[1] == 5;
//@ ensures n > 3 ==> a[2] == 2;
__global__ void cases(real *a, int n) {
    __shared__ real kept[32] __attribute__((aligned(128)));
    if (blockIdx.x == 0) {
        kept[threadIdx.x] = 1;
        if (threadIdx.x == 0) {
            Value value = {5};
            switch (n) {
                case 0: a[0] = kept[0]; [[fallthrough]];
                case 1: a[1] = value.v; __attribute__((fallthrough));
                default: a[3] = 0;
            }
            if (n > 3) [[likely]] {
                a[2] = twice(kept[0]);
            } else [[unlikely]] {
                a[3] = 3;
            }
        }
    }
}
