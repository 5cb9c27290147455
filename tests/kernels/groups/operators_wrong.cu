// What CUB computes with these depends on how it groups or orders the operands.
//% verdict: unknown

#include <cub/cub.cuh>

struct Pair {
    int first, second;
};

__device__ Pair operator+(const Pair &a, const Pair &b) {
    Pair r;
    r.first = a.first - b.first;
    r.second = a.second + b.second;
    return r;
}

//@ requires blockDim.x == 64;
__global__ void difference(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(in[threadIdx.x], [](int a, int b) { return a - b; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ requires blockDim.x == 64;
__global__ void means(const float *in, float *out) {
    typedef cub::BlockScan<float, 64> Scan;
    __shared__ typename Scan::TempStorage held;
    float found;
    Scan(held).InclusiveScan(in[threadIdx.x], found, [](float a, float b) { return (a + b) / 2; });
    out[blockIdx.x * 64 + threadIdx.x] = found;
}

//@ requires blockDim.x == 64;
__global__ void pairs(const int *in, int *out) {
    typedef cub::BlockReduce<Pair, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    Pair own;
    own.first = in[threadIdx.x];
    own.second = 1;
    Pair all = Reduce(held).Sum(own);
    if (threadIdx.x == 0) out[blockIdx.x] = all.first - all.second;
}

//@ requires blockDim.x == 64;
__global__ void not_commutative(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(in[threadIdx.x], [](int a, int b) { return b >= 0 ? b : a; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ requires blockDim.x == 64;
__global__ void of_a_warp(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage held[2];
    int all = Reduce(held[threadIdx.x / 32]).Reduce(in[threadIdx.x], [](int a, int b) { return a * b - a; });
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = all;
}
