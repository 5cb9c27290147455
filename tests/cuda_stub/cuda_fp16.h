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
__device__ half2 __hadd2(half2, half2);
__device__ half2 __hmul2(half2, half2);
__device__ half2 __hfma2(half2, half2, half2);
__device__ half2 __float2half2_rn(float);
__device__ half2 __halves2half2(half, half);
__device__ half __low2half(half2);
__device__ half __high2half(half2);
__device__ float __low2float(half2);
__device__ float __high2float(half2);
__device__ float __bfloat162float(__nv_bfloat16);
__device__ __nv_bfloat16 __float2bfloat16(float);
