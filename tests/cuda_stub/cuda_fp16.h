#pragma once
#include "cuda_stub.h"

// `half` is a class in CUDA; here a class with what the kernels use of it.
struct __half {
    float value;
    __host__ __device__ __half() = default;
    __host__ __device__ __half(float v) : value(v) {}
    __host__ __device__ operator float() const { return value; }
};
typedef __half half;
struct __half2 {
    half x, y;
};
typedef __half2 half2;
struct __nv_bfloat16 {
    float value;
    __host__ __device__ __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(float v) : value(v) {}
    __host__ __device__ operator float() const { return value; }
};
__device__ float __half2float(half);
__device__ half __float2half(float);
__device__ half __float2half_rn(float);
__device__ half __hadd(half, half);
__device__ half __hsub(half, half);
__device__ half __hmul(half, half);
__device__ half __hdiv(half, half);
__device__ half __hfma(half, half, half);
__device__ half __hneg(half);
#define STUB_PAIRS(name) __device__ half2 name(half2, half2);
STUB_PAIRS(__hadd2)
STUB_PAIRS(__hsub2)
STUB_PAIRS(__hmul2)
STUB_PAIRS(__h2div)
STUB_PAIRS(h2div)
STUB_PAIRS(__hmin2)
STUB_PAIRS(__hmax2)
STUB_PAIRS(__hgt2)
STUB_PAIRS(__lows2half2)
STUB_PAIRS(__highs2half2)
STUB_PAIRS(operator+)
STUB_PAIRS(operator-)
STUB_PAIRS(operator*)
STUB_PAIRS(operator/)
#define STUB_PAIR(name) __device__ half2 name(half2);
STUB_PAIR(__hneg2)
STUB_PAIR(__habs2)
STUB_PAIR(h2sqrt)
STUB_PAIR(h2exp)
STUB_PAIR(__low2half2)
STUB_PAIR(__high2half2)
STUB_PAIR(__lowhigh2highlow)
__device__ half2 &operator+=(half2 &, half2);
__device__ half2 &operator*=(half2 &, half2);
__device__ bool __hbge2(half2, half2);
__device__ half2 __floats2half2_rn(float, float);
__device__ half2 __float22half2_rn(float2);
__device__ float2 __half22float2(half2);
__device__ half hceil(half);
__device__ half __hmax(half, half);
__device__ half __int2half_rn(int);
__device__ int __half2int_rz(half);
__device__ half2 __shfl_xor_sync(unsigned mask, half2 value, int lanes, int width = 32);
__device__ half2 __shfl_down_sync(unsigned mask, half2 value, unsigned delta, int width = 32);
__device__ half2 __hfma2(half2, half2, half2);
__device__ half2 __float2half2_rn(float);
__device__ half2 __halves2half2(half, half);
__device__ half __low2half(half2);
__device__ half __high2half(half2);
__device__ float __low2float(half2);
__device__ float __high2float(half2);
__device__ float __bfloat162float(__nv_bfloat16);
__device__ __nv_bfloat16 __float2bfloat16(float);
