// The limits of types, by their names in C++'s library.
//% verdict: verified
#include <limits>

template <typename T>
__device__ T worst() { return std::numeric_limits<T>::lowest(); }

//@ requires 1 <= \length(y) && 1 <= \length(z);
//@ ensures y[0] == -2147483648 + 127 + 31 && z[0] == -FLT_MAX;
__global__ void limits(int *y, float *z) {
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    y[0] = worst<int>() + std::numeric_limits<signed char>::max() + std::numeric_limits<int>::digits;
    z[0] = std::numeric_limits<float>::is_integer ? 0.0f : worst<float>();
}

//@ requires 0 <= n && n <= \length(a) && 1 <= \length(y);
//@ ensures y[0] == n;
__global__ void positive(const float *a, int *y, int n) {
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    int count = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && count == k;
        float v = fmaxf(a[k], std::numeric_limits<float>::min());
        if (v > 0.0f) count++;
    }
    y[0] = count;
}
