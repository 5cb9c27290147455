// Names of namespaces that are not open do not stand for CUDA's, nor for those of others; enumerations have the type that
// holds their values: wrong claims.
//% verdict: refuted

namespace app {
    __device__ int max(int a, int b) { return 100; }
    __device__ int abs(int a) { return 101; }
    __device__ int atomicAdd(int *cell, int more) { return 102; }
    template <class T> __device__ T min(T a, T b) { return 103; }
    struct float2 { float a, b, c; };
    typedef char uint;
    __device__ const int warpSize = 3;
    enum class Kind : char { small };
    const int limit = 4;
    namespace inner {
        __device__ int __popc(int word) { return 104; }
    }
    __device__ int own() { return max(1, 2) + limit; }
}

namespace other {
    enum class Kind : long long { large };
    const int limit = 5;
    __device__ int bits() { return __popc(7) + limit; }
}

enum Wide { wide = 0x1ffffffffL };
enum Long : long long { one = 1 };
struct Holder {
    enum Kind : short { first };
};

__device__ int width(int) { return 4; }
__device__ int width(long long) { return 8; }

//@ requires \length(out) == 16;
//@ ensures out[0] == 100 && out[1] == 3 && out[2] == 1 && out[3] == 8 && out[4] == 4 && out[5] == 32; //~ error: ensures
//@ ensures out[6] == 1 && out[7] == 1 && out[8] == 104 && out[9] == 8 && out[10] == 8 && out[11] == 8; //~ error: ensures
//@ ensures out[12] == 4 && out[13] == 2 && out[14] == 2 && out[15] == 4; //~ error: ensures
__global__ void names(int *out) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    out[0] = max(1, 2);
    out[1] = abs(-3);
    out[2] = min(1, 2);
    out[3] = sizeof(float2);
    out[4] = sizeof(uint);
    out[5] = warpSize;
    out[6] = sizeof(app::Kind);
    out[7] = sizeof(other::Kind);
    out[8] = app::own();
    out[9] = other::bits();
    out[10] = sizeof(Wide);
    out[11] = width(one + 1);
    out[12] = sizeof(Holder::Kind);
    out[13] = 2;
    atomicAdd(&out[13], 0);
    out[14] = sizeof(Holder::first);
    out[15] = sizeof(width(1));
}
