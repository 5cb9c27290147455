// The arguments of a specialisation that are left out follow from its parameters and its result (LOOKUP-10).
//% verdict: verified

namespace convert {
template <typename To, typename From>
__device__ To to(From value) { return (To)value; }

template <>
__device__ int to(float value) { return (int)floorf(value); }

template <>
__device__ unsigned to(float value) { return value < 0.0f ? 0u : (unsigned)value; }

template <typename T>
__device__ T twice(T value) { return value + value; }

template <>
__device__ int twice(int value) { return value << 1; }
}

//@ requires 3 <= \length(y);
//@ ensures y[0] == floor(x) && y[1] == 0 && y[2] == 14;
//@ requires x == -3/2;
__global__ void conversions(int *y, float x) {
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    y[0] = convert::to<int>(x);
    y[1] = convert::to<unsigned>(x);
    y[2] = convert::twice<int>(convert::to<int>(7));
}
