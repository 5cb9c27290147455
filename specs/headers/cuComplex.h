// What CUDA's <cuComplex.h> defines, as far as kernels use it: read in its place where it is not found.
// In reals it holds for all arguments. In exact floats it is not read: CUDA scales quotients and absolute values, and rounds `cuCfma` in
// another order.
#ifndef GPUHOARE_CUCOMPLEX_H
#define GPUHOARE_CUCOMPLEX_H

// A complex number is a pair: `x` is its real part, `y` its imaginary one.
#define COMPLEX(T, C, MAKE, REAL, IMAG, ROOT, CONJ, ADD, SUB, MUL, DIV, ABS, FMA)                                     \
    inline __host__ __device__ T REAL(C z) { return z.x; }                                                            \
    inline __host__ __device__ T IMAG(C z) { return z.y; }                                                            \
    inline __host__ __device__ C CONJ(C z) { return MAKE(z.x, -z.y); }                                                \
    inline __host__ __device__ C ADD(C z, C w) { return MAKE(z.x + w.x, z.y + w.y); }                                 \
    inline __host__ __device__ C SUB(C z, C w) { return MAKE(z.x - w.x, z.y - w.y); }                                 \
    inline __host__ __device__ C MUL(C z, C w) { return MAKE(z.x * w.x - z.y * w.y, z.x * w.y + z.y * w.x); }         \
    inline __host__ __device__ T ABS(C z) { return ROOT(z.x * z.x + z.y * z.y); }                                     \
    inline __host__ __device__ C FMA(C z, C w, C d) { return ADD(MUL(z, w), d); }                                     \
    inline __host__ __device__ C DIV(C z, C w) {                                                                      \
        T square = w.x * w.x + w.y * w.y;                                                                             \
        return MAKE((z.x * w.x + z.y * w.y) / square, (z.y * w.x - z.x * w.y) / square);                              \
    }

COMPLEX(float, cuFloatComplex, make_cuFloatComplex, cuCrealf, cuCimagf, sqrtf, cuConjf, cuCaddf, cuCsubf, cuCmulf,
        cuCdivf, cuCabsf, cuCfmaf)
COMPLEX(double, cuDoubleComplex, make_cuDoubleComplex, cuCreal, cuCimag, sqrt, cuConj, cuCadd, cuCsub, cuCmul, cuCdiv,
        cuCabs, cuCfma)
#undef COMPLEX

inline __host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex((double)z.x, (double)z.y);
}
inline __host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
