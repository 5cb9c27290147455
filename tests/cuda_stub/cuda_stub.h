// Just enough CUDA for a compiler to check that the kernels of the examples and tests are valid:
// declarations only, written for this purpose. It stands in for the toolkit's headers, which clang
// wants for its CUDA mode but which a machine without the toolkit does not have.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))

typedef decltype(sizeof(0)) size_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef unsigned int uint;

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct int2 {
    int x, y;
};
struct float2 {
    float x, y;
};
struct float4 {
    float x, y, z, w;
};

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

#define STUB_SHUFFLES(T)                                                                                               \
    __device__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32);                                        \
    __device__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32);                               \
    __device__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32);                             \
    __device__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32);
STUB_SHUFFLES(int)
STUB_SHUFFLES(unsigned)
STUB_SHUFFLES(long long)
STUB_SHUFFLES(unsigned long long)
STUB_SHUFFLES(float)
STUB_SHUFFLES(double)
__device__ unsigned __ballot_sync(unsigned mask, int predicate);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ int __all_sync(unsigned mask, int predicate);
__device__ unsigned __activemask();
__device__ unsigned __match_any_sync(unsigned mask, int value);
__device__ int __shfl_down(int value, unsigned delta, int width = 32);
__device__ int __popc(unsigned);
__device__ int __ffs(int);
__device__ int __clz(int);

#define STUB_ATOMIC(name, T)                                                                                           \
    __device__ T name(T *address, T value);                                                                            \
    __device__ T name##_block(T *address, T value);                                                                    \
    __device__ T name##_system(T *address, T value);
#define STUB_CAS(T)                                                                                                    \
    __device__ T atomicCAS(T *address, T compare, T value);                                                            \
    __device__ T atomicCAS_block(T *address, T compare, T value);                                                      \
    __device__ T atomicCAS_system(T *address, T compare, T value);
#define STUB_INTEGERS(name)                                                                                            \
    STUB_ATOMIC(name, int)                                                                                             \
    STUB_ATOMIC(name, unsigned)                                                                                        \
    STUB_ATOMIC(name, unsigned long long)
STUB_INTEGERS(atomicAdd)
STUB_ATOMIC(atomicAdd, float)
STUB_ATOMIC(atomicAdd, double)
STUB_ATOMIC(atomicSub, int)
STUB_ATOMIC(atomicSub, unsigned)
STUB_INTEGERS(atomicExch)
STUB_ATOMIC(atomicExch, float)
STUB_INTEGERS(atomicMin)
STUB_INTEGERS(atomicMax)
STUB_ATOMIC(atomicInc, unsigned)
STUB_ATOMIC(atomicDec, unsigned)
STUB_INTEGERS(atomicAnd)
STUB_INTEGERS(atomicOr)
STUB_INTEGERS(atomicXor)
STUB_CAS(int)
STUB_CAS(unsigned)
STUB_CAS(unsigned long long)
__device__ long long clock64();

__device__ int min(int, int);
__device__ unsigned min(unsigned, unsigned);
__device__ long long min(long long, long long);
__device__ int max(int, int);
__device__ unsigned max(unsigned, unsigned);
__device__ long long max(long long, long long);
__device__ float min(float, float);
__device__ float max(float, float);
__device__ int abs(int);
__device__ float fabsf(float);
__device__ double fabs(double);
__device__ float fminf(float, float);
__device__ float fmaxf(float, float);
__device__ float sqrtf(float);
__device__ double sqrt(double);
__device__ float expf(float);
__device__ float sinf(float);
__device__ float cosf(float);
__device__ float floorf(float);
__device__ float fmaf(float, float, float);

extern "C" __device__ int printf(const char *, ...);
__device__ void __assert_fail_stub();
#define assert(e) ((e) ? (void)0 : __assert_fail_stub())

// What a host-side launch `kernel<<<grid, block>>>(...)` turns into.
typedef struct CUstream_st *cudaStream_t;
typedef int cudaError_t;
__host__ int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
__host__ cudaError_t cudaMalloc(void **, size_t);
__host__ cudaError_t cudaFree(void *);
__host__ cudaError_t cudaDeviceSynchronize();
