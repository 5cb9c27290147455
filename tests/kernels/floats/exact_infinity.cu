// In exact floats infinity is one float of each width, and so is what `isnan` says of a float.
//% verdict: verified
//% options: --float exact
#include <limits>

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == (a[j] < INFINITY ? a[j] : -INFINITY);
__global__ void finite(const float *a, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = a[i];
    bool strange = isnan(v);
    if (isnan(v) != strange) v = 0.0f;
    y[i] = v < std::numeric_limits<float>::infinity() ? v : -INFINITY;
}
