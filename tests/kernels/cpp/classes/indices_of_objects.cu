// Components by a variable index, and elements of a part of a span, in range, also where asserts are switched off.
//% verdict: verified
#define NDEBUG
#include <cassert>
#include <glm/glm.hpp>
#include <span>

//@ ensures \forall t : thread. blockIdx.x@t == 0 -> out[threadIdx.x@t] == 3 + threadIdx.x@t % 3;
//@ requires gridDim.x == 1;
__global__ void component(float *out) {
    glm::vec3 v(3.0f, 4.0f, 5.0f);
    out[threadIdx.x] = v[threadIdx.x % 3];
}

//@ requires 0 <= n && gridDim.x == 1 && n <= blockDim.x;
//@ ensures \forall i. 1 <= i < n -> data[i] == 7;
__global__ void tail(int *data, int n) {
    std::span<int> whole(data, n);
    if (threadIdx.x + 1 < n) whole.subspan(1)[threadIdx.x] = 7;
}
