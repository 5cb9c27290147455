// What is false of the library's arrays, pairs and spans.
//% verdict: refuted

#include <array>
#include <span>
#include <utility>

//@ requires \length(out) == 1;
//@ ensures out[0] == 6; //~ error: ensures
__global__ void lists(int *out) {
    std::array<int, 4> some = {1, 2};
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = some[0] + some[1] + some[3] + some.size();
}

//@ requires \length(out) == 1;
//@ ensures out[0] == 0; //~ error: ensures
__global__ void compared(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = std::make_pair(1, 2) < std::make_pair(1, 3);
}

//@ requires \length(out) == 4;
//@ ensures out[1] == 5; //~ error: ensures
__global__ void parts(int *out) {
    std::span<int> all(out, 4);
    if (blockIdx.x == 0 && threadIdx.x == 0) all.last(3).subspan(1)[0] = 5;
}
