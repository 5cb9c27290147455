// GLM's functions on scalars are templates: they work on integers, too.
//
//% verdict: verified

#include <glm/glm.hpp>

//@ requires n <= \length(a) && n <= \length(o) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 0 <= o[j] <= 255 && (0 <= a[j] <= 255 -> o[j] == a[j]);
__global__ void clamped(int *o, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = glm::clamp(a[i], 0, 255);
}

//@ requires n <= \length(a) && n <= \length(o) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> o[j] == \max(\abs(a[j]), \min(n, 8));
__global__ void apart(int *o, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = glm::max(glm::abs(a[i]), glm::min(n, 8));
}

//@ requires n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == \max(\abs(\old(a[j])), 0.5);
__global__ void floats(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = glm::max<float>(glm::abs(a[i]), 0.5);
}
