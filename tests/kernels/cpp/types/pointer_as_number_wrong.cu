// Where memory begins nobody knows: the threads may all be those that write to one cell.
//% verdict: not-verified
//% known races: unknown -- no run knows where memory begins
#include <cstdint>

__global__ void marked(const float *in, int *out) {
    if (reinterpret_cast<uintptr_t>(in) % 16 == 0) out[0] = threadIdx.x;
//~^ error: race
}
