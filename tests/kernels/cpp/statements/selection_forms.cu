// Conditions with a statement before them, members without a type outside of their class, types behind an arrow,
// aliases of namespaces: forms of C++ in which names do not stand where C has them.
//% verdict: verified
#include <stdint.h>
#include <type_traits>

constexpr int decade(10);

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
    __device__ Interval operator+(T const& by) const;

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

template <class T>
__device__ Interval<T> Interval<T>::operator+(T const& by) const {
    return Interval<T>(low_ + by, high_ + by);
}

__device__ auto key(int value) -> uint32_t { return value < 0 ? 0u : (uint32_t)value; }

//@ requires 0 <= n && n <= gridDim.x * blockDim.x;
//@ requires gridDim.x * blockDim.x <= 1000000;
//@ requires \forall int i; 0 <= i && i < n ==> 0 <= values[i] && values[i] < 1000;
//@ ensures \forall int i; 0 <= i && i < n ==> found[i] == values[i] / 10 + 2;
__global__ void classify(const int* values, int* found, int n) {
    namespace of_bins = bins;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Interval<int> unit;
    Interval<int> range = Interval<int>(values[i], values[i] + 1) + 5;
    if (int bin = of_bins::of(values[i], decade); bin >= 0) {
        found[i] = bin + unit.width() + range.width();
    } else {
        found[i] = unit.low();
    }
}

//@ requires 0 <= n && n <= gridDim.x * blockDim.x;
//@ requires gridDim.x * blockDim.x <= 1000000;
//@ ensures \forall int i; 0 <= i && i < n ==> out[i] == (values[i] < 0 ? 0 : values[i]);
__global__ void keys(const int* values, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        switch (uint32_t k = key(values[i]); int part = k == 0 ? 0 : 1) {
            case 0: out[i] = 0; break;
            default: out[i] = (int)k; break;
        }
    }
}
