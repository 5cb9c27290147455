// Tag dispatch and overloads: the type of the argument chooses the loader.
//% verdict: verified

struct Direct {};
struct Cached {};
template <bool> struct Choose { typedef Direct type; };
template <> struct Choose<true> { typedef Cached type; };

__device__ inline float load(const float *p, int i, Direct) { return p[i]; }
__device__ inline float load(const float *p, int i, Cached) { return __ldg(p + i); }

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(in) && n <= \length(out);
//@ ensures \forall i. 0 <= i < n -> out[i] == 2 * in[i];
template <bool USE_CACHE>
__global__ void scale(const float *in, float *out, int n) {
    typename Choose<USE_CACHE>::type tag;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * load(in, i, tag);
}

template __global__ void scale<true>(const float *, float *, int);
template __global__ void scale<false>(const float *, float *, int);
