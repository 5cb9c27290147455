// Elements that objects of libraries do not have: a fourth component of a vector of three, one behind the end of a span.
//% verdict: refuted
#include <glm/glm.hpp>
#include <span>

//@ requires gridDim.x == 1;
__global__ void component(float *out, int n) {
    glm::vec3 v(1.0f, 2.0f, 3.0f);
    out[threadIdx.x] = v[n];
}

//@ requires gridDim.x == 1;
__global__ void behind(int *data, int n) {
    std::span<int> whole(data, n);
    whole[threadIdx.x] = 0;
}
