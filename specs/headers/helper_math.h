// What the vector header that comes with NVIDIA's samples (helper_math.h, formerly cutil_math.h) defines: operators
// and functions on CUDA's vector types, component by component. Read in its place where it is not found.
// It holds for all arguments. In exact floats it stands for helper_math.h alone: the older header divides by a product.
#ifndef GPUHOARE_HELPER_MATH_H
#define GPUHOARE_HELPER_MATH_H

typedef unsigned int uint;
typedef unsigned short ushort;

// `op` on vectors, on a vector and a number either way round, and with assignment.
#define OPERATOR2(T, V, op)                                                                                           \
    inline __host__ __device__ V operator op(V a, V b) { return make_##V(a.x op b.x, a.y op b.y); }                   \
    inline __host__ __device__ V operator op(V a, T b) { return make_##V(a.x op b, a.y op b); }                       \
    inline __host__ __device__ V operator op(T a, V b) { return make_##V(a op b.x, a op b.y); }                       \
    inline __host__ __device__ void operator op##=(V &a, V b) { a.x op##= b.x; a.y op##= b.y; }                       \
    inline __host__ __device__ void operator op##=(V &a, T b) { a.x op##= b; a.y op##= b; }
#define OPERATOR3(T, V, op)                                                                                           \
    inline __host__ __device__ V operator op(V a, V b) { return make_##V(a.x op b.x, a.y op b.y, a.z op b.z); }       \
    inline __host__ __device__ V operator op(V a, T b) { return make_##V(a.x op b, a.y op b, a.z op b); }             \
    inline __host__ __device__ V operator op(T a, V b) { return make_##V(a op b.x, a op b.y, a op b.z); }             \
    inline __host__ __device__ void operator op##=(V &a, V b) { a.x op##= b.x; a.y op##= b.y; a.z op##= b.z; }        \
    inline __host__ __device__ void operator op##=(V &a, T b) { a.x op##= b; a.y op##= b; a.z op##= b; }
#define OPERATOR4(T, V, op)                                                                                           \
    inline __host__ __device__ V operator op(V a, V b) {                                                              \
        return make_##V(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w);                                              \
    }                                                                                                                 \
    inline __host__ __device__ V operator op(V a, T b) { return make_##V(a.x op b, a.y op b, a.z op b, a.w op b); }   \
    inline __host__ __device__ V operator op(T a, V b) { return make_##V(a op b.x, a op b.y, a op b.z, a op b.w); }   \
    inline __host__ __device__ void operator op##=(V &a, V b) {                                                       \
        a.x op##= b.x; a.y op##= b.y; a.z op##= b.z; a.w op##= b.w;                                                   \
    }                                                                                                                 \
    inline __host__ __device__ void operator op##=(V &a, T b) { a.x op##= b; a.y op##= b; a.z op##= b; a.w op##= b; }

// A function on each component: of one vector, of two, of a vector and two bounds.
#define EACH1(V2, V3, V4, name, f)                                                                                    \
    inline __host__ __device__ V2 name(V2 v) { return make_##V2(f(v.x), f(v.y)); }                                    \
    inline __host__ __device__ V3 name(V3 v) { return make_##V3(f(v.x), f(v.y), f(v.z)); }                            \
    inline __host__ __device__ V4 name(V4 v) { return make_##V4(f(v.x), f(v.y), f(v.z), f(v.w)); }
#define EACH2(V2, V3, V4, name, f)                                                                                    \
    inline __host__ __device__ V2 name(V2 a, V2 b) { return make_##V2(f(a.x, b.x), f(a.y, b.y)); }                    \
    inline __host__ __device__ V3 name(V3 a, V3 b) { return make_##V3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)); }       \
    inline __host__ __device__ V4 name(V4 a, V4 b) {                                                                  \
        return make_##V4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));                                         \
    }
#define CLAMPED(T, V2, V3, V4)                                                                                        \
    inline __host__ __device__ T clamp(T v, T low, T high) { return max(low, min(v, high)); }                         \
    inline __host__ __device__ V2 clamp(V2 v, T low, T high) {                                                        \
        return make_##V2(clamp(v.x, low, high), clamp(v.y, low, high));                                               \
    }                                                                                                                 \
    inline __host__ __device__ V3 clamp(V3 v, T low, T high) {                                                        \
        return make_##V3(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high));                        \
    }                                                                                                                 \
    inline __host__ __device__ V4 clamp(V4 v, T low, T high) {                                                        \
        return make_##V4(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high), clamp(v.w, low, high)); \
    }                                                                                                                 \
    inline __host__ __device__ V2 clamp(V2 v, V2 a, V2 b) {                                                           \
        return make_##V2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y));                                                 \
    }                                                                                                                 \
    inline __host__ __device__ V3 clamp(V3 v, V3 a, V3 b) {                                                           \
        return make_##V3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));                           \
    }                                                                                                                 \
    inline __host__ __device__ V4 clamp(V4 v, V4 a, V4 b) {                                                           \
        return make_##V4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));     \
    }

// A vector of one number, and of a shorter vector.
#define VECTORS(T, V2, V3, V4)                                                                                        \
    inline __host__ __device__ V2 make_##V2(T s) { return make_##V2(s, s); }                                          \
    inline __host__ __device__ V2 make_##V2(V3 a) { return make_##V2(a.x, a.y); }                                     \
    inline __host__ __device__ V2 make_##V2(V4 a) { return make_##V2(a.x, a.y); }                                     \
    inline __host__ __device__ V3 make_##V3(T s) { return make_##V3(s, s, s); }                                       \
    inline __host__ __device__ V3 make_##V3(V2 a) { return make_##V3(a.x, a.y, (T)0); }                               \
    inline __host__ __device__ V3 make_##V3(V2 a, T s) { return make_##V3(a.x, a.y, s); }                             \
    inline __host__ __device__ V3 make_##V3(V4 a) { return make_##V3(a.x, a.y, a.z); }                                \
    inline __host__ __device__ V4 make_##V4(T s) { return make_##V4(s, s, s, s); }                                    \
    inline __host__ __device__ V4 make_##V4(V3 a) { return make_##V4(a.x, a.y, a.z, (T)0); }                          \
    inline __host__ __device__ V4 make_##V4(V3 a, T w) { return make_##V4(a.x, a.y, a.z, w); }                        \
    OPERATOR2(T, V2, +) OPERATOR2(T, V2, -) OPERATOR2(T, V2, *)                                                       \
    OPERATOR3(T, V3, +) OPERATOR3(T, V3, -) OPERATOR3(T, V3, *)                                                       \
    OPERATOR4(T, V4, +) OPERATOR4(T, V4, -) OPERATOR4(T, V4, *)                                                       \
    CLAMPED(T, V2, V3, V4)                                                                                            \
    inline __host__ __device__ T dot(V2 a, V2 b) { return a.x * b.x + a.y * b.y; }                                    \
    inline __host__ __device__ T dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                        \
    inline __host__ __device__ T dot(V4 a, V4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
#define NEGATED(V2, V3, V4)                                                                                           \
    inline __host__ __device__ V2 operator-(const V2 &a) { return make_##V2(-a.x, -a.y); }                            \
    inline __host__ __device__ V3 operator-(const V3 &a) { return make_##V3(-a.x, -a.y, -a.z); }                      \
    inline __host__ __device__ V4 operator-(const V4 &a) { return make_##V4(-a.x, -a.y, -a.z, -a.w); }
#define CONVERTED(T, to, from)                                                                                        \
    inline __host__ __device__ to##2 make_##to##2(from##2 a) { return make_##to##2(T(a.x), T(a.y)); }                 \
    inline __host__ __device__ to##3 make_##to##3(from##3 a) { return make_##to##3(T(a.x), T(a.y), T(a.z)); }         \
    inline __host__ __device__ to##4 make_##to##4(from##4 a) {                                                        \
        return make_##to##4(T(a.x), T(a.y), T(a.z), T(a.w));                                                          \
    }

VECTORS(float, float2, float3, float4)
VECTORS(int, int2, int3, int4)
VECTORS(uint, uint2, uint3, uint4)
NEGATED(float2, float3, float4)
NEGATED(int2, int3, int4)
CONVERTED(float, float, int)
CONVERTED(float, float, uint)
CONVERTED(int, int, uint)
CONVERTED(int, int, float)
CONVERTED(uint, uint, int)
OPERATOR2(float, float2, /)
OPERATOR3(float, float3, /)
OPERATOR4(float, float4, /)
EACH2(float2, float3, float4, fminf, ::fminf)
EACH2(float2, float3, float4, fmaxf, ::fmaxf)
EACH2(int2, int3, int4, min, ::min)
EACH2(int2, int3, int4, max, ::max)
EACH2(uint2, uint3, uint4, min, ::min)
EACH2(uint2, uint3, uint4, max, ::max)
EACH2(float2, float3, float4, fmodf, ::fmodf)
EACH1(float2, float3, float4, floorf, ::floorf)
EACH1(float2, float3, float4, fabs, ::fabsf)
EACH1(int2, int3, int4, abs, ::abs)

inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
inline __host__ __device__ float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float fracf(float v) { return v - ::floorf(v); }
inline __host__ __device__ float2 fracf(float2 v) { return make_float2(fracf(v.x), fracf(v.y)); }
inline __host__ __device__ float3 fracf(float3 v) { return make_float3(fracf(v.x), fracf(v.y), fracf(v.z)); }
inline __host__ __device__ float length(float2 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float length(float3 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float length(float4 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float2 normalize(float2 v) { return v * rsqrtf(dot(v, v)); }
inline __host__ __device__ float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }
inline __host__ __device__ float4 normalize(float4 v) { return v * rsqrtf(dot(v, v)); }
inline __host__ __device__ float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
inline __host__ __device__ float smoothstep(float a, float b, float x) {
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}

#undef OPERATOR2
#undef OPERATOR3
#undef OPERATOR4
#undef EACH1
#undef EACH2
#undef CLAMPED
#undef VECTORS
#undef NEGATED
#undef CONVERTED

#endif
