#pragma once
// Arithmetic on words and their parts, and functions that say how they round.
#define STUB_PARTS_OF_ONE(name)        \
    __device__ unsigned name##2(unsigned); \
    __device__ unsigned name##4(unsigned);
#define STUB_PARTS(name)                         \
    __device__ unsigned name##2(unsigned, unsigned); \
    __device__ unsigned name##4(unsigned, unsigned);
STUB_PARTS_OF_ONE(__vabs) STUB_PARTS_OF_ONE(__vabsss) STUB_PARTS_OF_ONE(__vneg) STUB_PARTS_OF_ONE(__vnegss)
STUB_PARTS(__vabsdiffs) STUB_PARTS(__vabsdiffu) STUB_PARTS(__vadd) STUB_PARTS(__vsub) STUB_PARTS(__vaddss)
STUB_PARTS(__vaddus) STUB_PARTS(__vsubss) STUB_PARTS(__vsubus) STUB_PARTS(__vmaxs) STUB_PARTS(__vmaxu)
STUB_PARTS(__vmins) STUB_PARTS(__vminu) STUB_PARTS(__vhaddu) STUB_PARTS(__vavgu) STUB_PARTS(__vsads) STUB_PARTS(__vsadu)
#define STUB_COMPARISON(name) STUB_PARTS(__vcmp##name) STUB_PARTS(__vset##name)
STUB_COMPARISON(eq) STUB_COMPARISON(ne) STUB_COMPARISON(ges) STUB_COMPARISON(geu) STUB_COMPARISON(gts)
STUB_COMPARISON(gtu) STUB_COMPARISON(les) STUB_COMPARISON(leu) STUB_COMPARISON(lts) STUB_COMPARISON(ltu)
__device__ int __dp2a_lo(int, int, int);
__device__ unsigned __dp2a_lo(unsigned, unsigned, unsigned);
__device__ int __dp2a_hi(int, int, int);
__device__ unsigned __dp2a_hi(unsigned, unsigned, unsigned);
__device__ unsigned __uhadd(unsigned, unsigned);
__device__ unsigned __urhadd(unsigned, unsigned);
__device__ int __hadd(int, int);
__device__ int __rhadd(int, int);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
#define STUB_EXTREMA(type, suffix)                    \
    __device__ type __viaddmax_##suffix(type, type, type); \
    __device__ type __viaddmin_##suffix(type, type, type); \
    __device__ type __vimax3_##suffix(type, type, type);   \
    __device__ type __vimin3_##suffix(type, type, type);
STUB_EXTREMA(int, s32) STUB_EXTREMA(int, s32_relu) STUB_EXTREMA(unsigned, u32)
__device__ int __vimax_s32_relu(int, int);
__device__ int __vimin_s32_relu(int, int);
__device__ float __fadd_rd(float, float);
__device__ float __fadd_ru(float, float);
__device__ float __fsub_rz(float, float);
__device__ float __fmul_ru(float, float);
__device__ float __fdiv_rz(float, float);
__device__ float __fmaf_rd(float, float, float);
__device__ int __float2int_rd(float);
__device__ long long __float2ll_ru(float);
__device__ long long __float2ll_rd(float);
__device__ float __double2float_rz(double);
__device__ double __ll2double_rn(long long);
__device__ float norm3df(float, float, float);
__device__ long long llrintf(float);
__device__ long lroundf(float);
__device__ int ilogbf(float);
__device__ void *memmove(void *, const void *, size_t);
template <typename T>
__device__ T __ldcs(const T *);
template <typename T>
__device__ void __stcs(T *, T);
template <typename T>
__device__ void __stcg(T *, T);
template <typename T>
__device__ T __shfl(T, int, int = 32);
template <typename T>
__device__ T __shfl_down(T, unsigned, int = 32);
__device__ int __any(int);
