// Operators of the program's own that are associative, by which CUB may combine in any grouping (LIB-23).
//% verdict: safe

#include <cub/cub.cuh>

struct Best {
    float value;
    int place;
};

struct Larger {
    __device__ Best operator()(const Best &a, const Best &b) const { return b.value > a.value ? b : a; }
};

struct Pair {
    int first, second;
};

__device__ Pair operator+(const Pair &a, const Pair &b) {
    Pair r;
    r.first = a.first + b.first;
    r.second = a.second + b.second;
    return r;
}

//@ requires blockDim.x == 64;
__global__ void best(const float *in, int *out) {
    typedef cub::BlockReduce<Best, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    Best own;
    own.value = in[threadIdx.x];
    own.place = threadIdx.x;
    Best found = Reduce(held).Reduce(own, Larger());
    if (threadIdx.x == 0) out[blockIdx.x] = found.place;
}

//@ requires blockDim.x == 64;
__global__ void product(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(in[threadIdx.x], [](int a, int b) { return a * b; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ requires blockDim.x == 64;
__global__ void last(const int *in, int *out) {
    typedef cub::BlockScan<int, 64> Scan;
    __shared__ typename Scan::TempStorage held;
    int found;
    Scan(held).InclusiveScan(in[threadIdx.x], found, [](int a, int b) { return b >= 0 ? b : a; });
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
__global__ void greatest(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage held[2];
    int all = Reduce(held[threadIdx.x / 32]).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x % 32 == 0 && threadIdx.x < 64) out[blockIdx.x * 2 + threadIdx.x / 32] = all;
}
