// Just enough CUDA for a compiler to check that the kernels of the examples and tests are valid:
// declarations only, written for this purpose. It stands in for the toolkit's headers, which clang
// wants for its CUDA mode but which a machine without the toolkit does not have.
#pragma once

#define __align__(n) __attribute__((aligned(n)))
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

// CUDA's vector types and their makers.
#define STUB_VECTOR(T, base)                                                                                           \
    struct base##1 {                                                                                                   \
        T x;                                                                                                           \
    };                                                                                                                 \
    struct base##2 {                                                                                                   \
        T x, y;                                                                                                        \
    };                                                                                                                 \
    struct base##3 {                                                                                                   \
        T x, y, z;                                                                                                     \
    };                                                                                                                 \
    struct base##4 {                                                                                                   \
        T x, y, z, w;                                                                                                  \
    };                                                                                                                 \
    __host__ __device__ inline base##1 make_##base##1(T x) { return {x}; }                                             \
    __host__ __device__ inline base##2 make_##base##2(T x, T y) { return {x, y}; }                                     \
    __host__ __device__ inline base##3 make_##base##3(T x, T y, T z) { return {x, y, z}; }                             \
    __host__ __device__ inline base##4 make_##base##4(T x, T y, T z, T w) { return {x, y, z, w}; }
STUB_VECTOR(signed char, char)
STUB_VECTOR(unsigned char, uchar)
STUB_VECTOR(short, short)
STUB_VECTOR(unsigned short, ushort)
STUB_VECTOR(int, int)
STUB_VECTOR(unsigned, uint)
STUB_VECTOR(long long, longlong)
STUB_VECTOR(unsigned long long, ulonglong)
STUB_VECTOR(float, float)
STUB_VECTOR(double, double)
#undef STUB_VECTOR
typedef float2 cuComplex;
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
__host__ __device__ inline cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
__host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ operator uint3() const { return {x, y, z}; }
};

struct cudaExtent {
    size_t width, height, depth;
};

// Textures.
typedef unsigned long long cudaTextureObject_t;
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaReadModeElementType = 0 };
template <class T, int dim = 1, int mode = 0>
struct __attribute__((device_builtin_texture_type)) texture {};
template <class T> __device__ T tex1Dfetch(cudaTextureObject_t, int);
template <class T> __device__ T tex1D(cudaTextureObject_t, float);
template <class T> __device__ T tex2D(cudaTextureObject_t, float, float);
template <class T> __device__ T tex3D(cudaTextureObject_t, float, float, float);
template <class T, int d, int m> __device__ T tex1Dfetch(texture<T, d, m>, int);
template <class T, int d, int m> __device__ T tex2D(texture<T, d, m>, float, float);

// Surfaces.
typedef unsigned long long cudaSurfaceObject_t;
enum { cudaSurfaceType1D = 1, cudaSurfaceType2D = 2, cudaSurfaceType3D = 3 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
template <class T, int dim = 1>
struct __attribute__((device_builtin_surface_type)) surface;
template <int dim>
struct __attribute__((device_builtin_surface_type)) surface<void, dim> {};
#define STUB_SURFACE(HANDLE, SHAPE, ...)                                                                               \
    template <class T>                                                                                                 \
    __device__ T surf##SHAPE##read(HANDLE, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);               \
    template <class T>                                                                                                 \
    __device__ void surf##SHAPE##read(T *, HANDLE, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);       \
    template <class T>                                                                                                 \
    __device__ void surf##SHAPE##write(T, HANDLE, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
STUB_SURFACE(cudaSurfaceObject_t, 1D, int)
STUB_SURFACE(cudaSurfaceObject_t, 2D, int, int)
STUB_SURFACE(cudaSurfaceObject_t, 3D, int, int, int)
STUB_SURFACE(cudaSurfaceObject_t, 1DLayered, int, int)
STUB_SURFACE(cudaSurfaceObject_t, 2DLayered, int, int, int)
typedef surface<void, 1> stub_surface1;
typedef surface<void, 2> stub_surface2;
typedef surface<void, 3> stub_surface3;
STUB_SURFACE(stub_surface1, 1D, int)
STUB_SURFACE(stub_surface2, 2D, int, int)
STUB_SURFACE(stub_surface3, 3D, int, int, int)

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
#define STUB_MATCHES(T)                                                                                                \
    __device__ unsigned __match_any_sync(unsigned mask, T value);                                                      \
    __device__ unsigned __match_all_sync(unsigned mask, T value, int *same);
STUB_MATCHES(int)
STUB_MATCHES(unsigned)
STUB_MATCHES(long long)
STUB_MATCHES(unsigned long long)
STUB_MATCHES(float)
STUB_MATCHES(double)
#define STUB_REDUCTIONS(T)                                                                                             \
    __device__ T __reduce_add_sync(unsigned mask, T value);                                                            \
    __device__ T __reduce_min_sync(unsigned mask, T value);                                                            \
    __device__ T __reduce_max_sync(unsigned mask, T value);
STUB_REDUCTIONS(int)
STUB_REDUCTIONS(unsigned)
__device__ unsigned __reduce_and_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_or_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_xor_sync(unsigned mask, unsigned value);
__device__ int __shfl_down(int value, unsigned delta, int width = 32);

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

#define STUB_EXTREME(name)                                                                                             \
    __device__ int name(int, int);                                                                                     \
    __device__ unsigned name(unsigned, unsigned);                                                                      \
    __device__ unsigned name(int, unsigned);                                                                           \
    __device__ unsigned name(unsigned, int);                                                                           \
    __device__ long name(long, long);                                                                                  \
    __device__ unsigned long name(unsigned long, unsigned long);                                                       \
    __device__ unsigned long name(long, unsigned long);                                                                \
    __device__ unsigned long name(unsigned long, long);                                                                \
    __device__ long long name(long long, long long);                                                                   \
    __device__ unsigned long long name(unsigned long long, unsigned long long);                                        \
    __device__ unsigned long long name(long long, unsigned long long);                                                 \
    __device__ unsigned long long name(unsigned long long, long long);                                                 \
    __device__ float name(float, float);                                                                               \
    __device__ double name(double, double);                                                                            \
    __device__ double name(float, double);                                                                             \
    __device__ double name(double, float);
STUB_EXTREME(min) STUB_EXTREME(max)
#undef STUB_EXTREME
__device__ int abs(int);
__device__ long abs(long);
__device__ long long abs(long long);
__device__ float abs(float);
__device__ double abs(double);
template <bool, class T> struct stub_if {};
template <class T> struct stub_if<true, T> { typedef T type; };
template <class T> struct stub_integral { enum { value = __is_integral(T) }; };
template <class T, class U> struct stub_arithmetic { enum { value = __is_arithmetic(T) && __is_arithmetic(U) }; };
#define STUB_MATH1(name)                                                                                               \
    __device__ float name##f(float); __device__ double name(double); __device__ float name(float);                     \
    template <class T> __device__ typename stub_if<stub_integral<T>::value, double>::type name(T);
STUB_MATH1(fabs) STUB_MATH1(sqrt) STUB_MATH1(rsqrt) STUB_MATH1(exp) STUB_MATH1(exp2) STUB_MATH1(log) STUB_MATH1(log2)
STUB_MATH1(sin) STUB_MATH1(cos) STUB_MATH1(tan) STUB_MATH1(tanh) STUB_MATH1(floor) STUB_MATH1(ceil) STUB_MATH1(round)
STUB_MATH1(erf) STUB_MATH1(atan) STUB_MATH1(acos) STUB_MATH1(asin) STUB_MATH1(trunc) STUB_MATH1(rint)
#undef STUB_MATH1
#define STUB_MATH2(name)                                                                                               \
    __device__ float name##f(float, float); __device__ double name(double, double); __device__ float name(float, float); \
    template <class T, class U>                                                                                        \
    __device__ typename stub_if<stub_arithmetic<T, U>::value, double>::type name(T, U);
STUB_MATH2(fmin) STUB_MATH2(fmax) STUB_MATH2(pow) STUB_MATH2(atan2) STUB_MATH2(hypot) STUB_MATH2(fmod)
#undef STUB_MATH2
__device__ long lround(float); __device__ long lround(double);
__device__ float fmaf(float, float, float);
__device__ double fma(double, double, double);
__device__ float fdividef(float, float);
__device__ float __fdividef(float, float);
__device__ float __expf(float);
__device__ float __logf(float);
__device__ float __sinf(float);
__device__ float __cosf(float);
__device__ float __powf(float, float);
__device__ float __saturatef(float);
__device__ float __fadd_rn(float, float);
__device__ float __fmul_rn(float, float);
__device__ float __fsqrt_rn(float);
__device__ float __int_as_float(int);
__device__ int __float_as_int(float);
__device__ unsigned __float_as_uint(float);
__device__ float __uint_as_float(unsigned);
__device__ double __longlong_as_double(long long);
__device__ void __trap();
__device__ int __float2int_rn(float);
// What the texts of headers ask for.
__host__ __device__ constexpr void gpuhoare_assert(bool) {}
__host__ __device__ constexpr bool gpuhoare_law() { return false; }
template <class T>
__host__ __device__ constexpr T gpuhoare_any(T like) {
    return like;
}
template <class T>
__host__ __device__ constexpr bool gpuhoare_same(T, T) {
    return true;
}
namespace std {
template <class T> struct gpuhoare_is_number {
    static constexpr bool value = __is_arithmetic(T);
};
} // namespace std
__device__ int __float2int_rz(float);
__device__ unsigned __float2uint_rz(float);
__device__ int __dp4a(int, int, int);
__device__ unsigned __dp4a(unsigned, unsigned, unsigned);
__device__ unsigned __vadd4(unsigned, unsigned);
__device__ unsigned __vsub4(unsigned, unsigned);
__device__ unsigned __vaddss4(unsigned, unsigned);
__device__ unsigned __vsubss4(unsigned, unsigned);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature
__device__ unsigned umax(unsigned, unsigned);
__device__ unsigned umin(unsigned, unsigned);
__device__ unsigned long long ullmax(unsigned long long, unsigned long long);
__device__ long labs(long);
namespace std { using ::labs; }
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __brev(unsigned);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ int __sad(int, int, unsigned);
__device__ int __dp4a(int, int, int);
__device__ unsigned __vaddss4(unsigned, unsigned);
__device__ unsigned __vcmpeq4(unsigned, unsigned);
__device__ bool isnan(float);
__device__ bool isnan(double);
__device__ void sincosf(float, float *, float *);
__device__ void __sincosf(float, float *, float *);
__device__ float frexpf(float, int *);
__device__ double frexp(double, int *);
__device__ double modf(double, double *);
__device__ float ldexpf(float, int);
__device__ void __nanosleep(unsigned);
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_inf()
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__device__ long long clock64();
__device__ long clock();
template <class T> __device__ T __ldg(const T *);

extern "C" __device__ int printf(const char *, ...);
__device__ void __assert_fail_stub();
#define assert(e) ((e) ? (void)0 : __assert_fail_stub())

// What a host-side launch `kernel<<<grid, block>>>(...)` turns into.
typedef struct CUstream_st *cudaStream_t;
typedef int cudaError_t;
__host__ int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
__host__ cudaError_t cudaMalloc(void **, size_t);
template <class T> __host__ cudaError_t cudaMalloc(T **memory, size_t bytes);
__host__ cudaError_t cudaFree(void *);
__host__ cudaError_t cudaDeviceSynchronize();
enum { cudaSuccess = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
__host__ cudaError_t cudaMemcpy(void *, const void *, size_t, int);
__host__ cudaError_t cudaMemset(void *, int, size_t);
__host__ cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t = 0, int = 1);
__host__ cudaError_t cudaGetLastError();
__host__ const char *cudaGetErrorString(cudaError_t);
template <class T> __host__ inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size) {
    return cudaMemcpyToSymbol((const void *)&symbol, from, size, 0, 1);
}
#include "words.h"
