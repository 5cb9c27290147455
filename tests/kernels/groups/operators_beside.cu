// Operators that are more than a function of their operands: CUB lets any thread apply them, at any time (LIB-23).
//% verdict: unsupported

#include <cub/cub.cuh>

struct FirstThread {
    __device__ int operator()(const int &a, const int &b) const { return threadIdx.x == 0 ? a + b : a; }
};

//@ requires blockDim.x == 64 && gridDim.x <= \length(out);
__global__ void by_thread(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(1, FirstThread());
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ requires blockDim.x == 64;
__global__ void by_capture(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int tid = threadIdx.x;
    int all = Reduce(held).Reduce(1, [tid](int a, int b) { return tid == 0 ? a + b : a; });
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ requires blockDim.x == 64;
__global__ void counting(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int times = 0;
    int all = Reduce(held).Reduce(1, [&](int a, int b) { times++; return a + b; });
    if (threadIdx.x == 0) out[blockIdx.x] = all + times;
}

//@ requires blockDim.x == 64;
__global__ void writing(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int all = Reduce(held).Reduce(1, [=](int a, int b) { atomicAdd(out, 1); return a + b; });
    if (threadIdx.x == 0) out[1 + blockIdx.x] = all;
}

// Before the barrier of the model, and of any place.
//@ requires blockDim.x == 64;
__global__ void by_index(const float *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    __shared__ float values[64];
    values[threadIdx.x] = in[threadIdx.x];
    int place = Reduce(held).Reduce((int)threadIdx.x, [&](int a, int b) { return values[b] > values[a] ? b : a; });
    if (threadIdx.x == 0) out[blockIdx.x] = place;
}
