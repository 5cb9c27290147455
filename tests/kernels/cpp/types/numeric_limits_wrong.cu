// The `min` of a float is its smallest positive number, not its lowest one.
//% verdict: not-verified
#include <limits>

//@ requires 1 <= \length(y);
//@ ensures y[0] < 0; //~ error: ensures
__global__ void start(float *y) {
    if (threadIdx.x == 0 && blockIdx.x == 0) y[0] = std::numeric_limits<float>::min();
}
