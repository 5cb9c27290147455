// An operator that the program defines for an enumeration is not C's.
//% verdict: unsupported

#include <cstddef>

enum class Flags : unsigned { none, some };

__device__ Flags operator|(Flags a, Flags b) { return Flags((unsigned)a * 4 + (unsigned)b); }

__global__ void flags(Flags *out) {
    Flags both = Flags::some;
    out[threadIdx.x] = both | Flags::none;
}

__global__ void bytes(std::byte *out) {
    std::byte all{255};
    out[threadIdx.x] = all << 4;
}
