// A block reduction with the operation as a template argument: function objects with an identity.
//% verdict: safe
#include <cuda_runtime.h>

struct Sum {
    static __device__ float identity() { return 0.0f; }
    __device__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
    static __device__ float identity() { return -3.4e38f; }
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

template <typename T, typename Op, int BLOCK>
__device__ T blockReduce(T value, Op op) {
    __shared__ T scratch[BLOCK];
    scratch[threadIdx.x] = value;
    __syncthreads();
#pragma unroll
    for (int offset = BLOCK / 2; offset > 0; offset /= 2) {
        if (threadIdx.x < offset) scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + offset]);
        __syncthreads();
    }
    return scratch[0];
}

//@ requires blockDim.x == BLOCK;
template <typename Op, int BLOCK>
__global__ void reduceKernel(const float *in, float *out, int n) {
    Op op;
    float acc = Op::identity();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) acc = op(acc, in[i]);
    float total = blockReduce<float, Op, BLOCK>(acc, op);
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

template __global__ void reduceKernel<Sum, 128>(const float *, float *, int);
template __global__ void reduceKernel<Max, 64>(const float *, float *, int);
