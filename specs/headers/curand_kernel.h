// What CUDA's <curand_kernel.h> declares, as far as kernels use it: read in its place where it is not found. A number that is drawn is any
// number of its range, a new one each time; drawing one reads the state and changes it.
// That holds for all seeds and states. It says less than CUDA: equal states draw the same numbers there.
#ifndef GPUHOARE_CURAND_KERNEL_H
#define GPUHOARE_CURAND_KERNEL_H

// Nothing but the word that a drawing changes is ever looked at. An attribute of layout keeps programs from asking for their size,
// which is another one in CUDA.
struct alignas(unsigned) curandStateXORWOW {
    unsigned word;
};
struct alignas(unsigned) curandStatePhilox4_32_10 {
    unsigned word;
};
struct alignas(unsigned) curandStateMRG32k3a {
    unsigned word;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

// `clock64` is any number (LIB-3), of which a drawn one has the lower bits.
template <typename State>
inline __device__ unsigned curand(State *state) {
    unsigned before = state->word;
    state->word = (unsigned)clock64();
    return (unsigned)clock64();
}
template <typename State>
inline __device__ void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   State *state) {
    state->word = (unsigned)clock64();
}
template <typename State>
inline __device__ void skipahead(unsigned long long n, State *state) {
    curand(state);
}
template <typename State>
inline __device__ void skipahead_sequence(unsigned long long n, State *state) {
    curand(state);
}

// Any number above 0 and not above 1.
template <typename State>
inline __device__ float curand_uniform(State *state) {
    float one = ((float)curand(state) + 1.0f) / 4294967296.0f, other = gpuhoare_any(one);
    return other > 0.0f && other <= 1.0f ? other : one;
}
template <typename State>
inline __device__ double curand_uniform_double(State *state) {
    double one = ((double)curand(state) + 1.0) / 4294967296.0, other = gpuhoare_any(one);
    return other > 0.0 && other <= 1.0 ? other : one;
}
template <typename State>
inline __device__ float curand_normal(State *state) {
    return __uint_as_float(curand(state));
}
template <typename State>
inline __device__ double curand_normal_double(State *state) {
    return __longlong_as_double((long long)curand(state));
}
template <typename State>
inline __device__ float2 curand_normal2(State *state) {
    float x = curand_normal(state), y = curand_normal(state);
    return make_float2(x, y);
}
template <typename State>
inline __device__ double2 curand_normal2_double(State *state) {
    double x = curand_normal_double(state), y = curand_normal_double(state);
    return make_double2(x, y);
}
template <typename State>
inline __device__ float curand_log_normal(State *state, float mean, float stddev) {
    return expf(curand_normal(state) * stddev + mean);
}
template <typename State>
inline __device__ double curand_log_normal_double(State *state, double mean, double stddev) {
    return exp(curand_normal_double(state) * stddev + mean);
}
template <typename State>
inline __device__ unsigned curand_poisson(State *state, double lambda) {
    return curand(state);
}
template <typename State>
inline __device__ uint4 curand4(State *state) {
    unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return make_uint4(x, y, z, w);
}
template <typename State>
inline __device__ float4 curand_uniform4(State *state) {
    float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state), w = curand_uniform(state);
    return make_float4(x, y, z, w);
}
template <typename State>
inline __device__ float4 curand_normal4(State *state) {
    float x = curand_normal(state), y = curand_normal(state), z = curand_normal(state), w = curand_normal(state);
    return make_float4(x, y, z, w);
}

#endif
