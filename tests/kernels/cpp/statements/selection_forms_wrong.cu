// The interval of no values has the width 1, as its constructor outside of the class says: with that of one value it is 2.
//% verdict: not-verified
#include <stdint.h>
#include <type_traits>

namespace bins {
__device__ int of(int value, int width) { return value / width; }
}

template <class T>
class Interval {
public:
    __device__ Interval();
    __device__ Interval(T const& low, T const& high);
    __device__ T const& low() const;
    __device__ T width() const;

private:
    T low_;
    T high_;
};

template <class T>
__device__ Interval<T>::Interval() : low_(0), high_(1) {}

template <class T>
inline __device__ Interval<T>::Interval(T const& low, T const& high) : low_(low), high_(high) {}

template <class T>
__device__ T const& Interval<T>::low() const {
    return low_;
}

template <class T>
__device__ T Interval<T>::width() const {
    return high_ - low_;
}

__device__ auto key(int value) -> uint32_t { return value < 0 ? 0u : (uint32_t)value; }

//@ requires 0 <= n && n <= gridDim.x * blockDim.x;
//@ requires gridDim.x * blockDim.x <= 1000000;
//@ requires \forall int i; 0 <= i && i < n ==> 0 <= values[i] && values[i] < 1000;
//@ ensures \forall int i; 0 <= i && i < n ==> found[i] == values[i] / 10 + 1; //~ error: ensures
__global__ void classify(const int* values, int* found, int n) {
    namespace of_bins = bins;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Interval<int> unit;
    Interval<int> range(values[i], values[i] + 1);
    if (int bin = of_bins::of(values[i], 10); bin >= 0) {
        found[i] = bin + unit.width() + range.width();
    } else {
        found[i] = unit.low();
    }
}
