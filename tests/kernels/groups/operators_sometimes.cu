// Operators that are associative for the operands that occur, which is not looked at (LIB-23).
//% verdict: unknown

#include <cub/cub.cuh>

// Saturated above; the operands are not negative.
//@ requires blockDim.x == 64;
__global__ void saturated(const unsigned char *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce((int)in[threadIdx.x], [](int a, int b) { return a + b > 255 ? 255 : a + b; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

// Not by 0.
//@ requires blockDim.x == 64;
__global__ void by_quotient(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(1, [](int a, int b) { return a / b; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
