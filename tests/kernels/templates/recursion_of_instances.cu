// A template that calls its instance for another argument: a function for each argument (TEMPLATE-13).
//% verdict: verified

template <int i>
__device__ float sum_to(const float *a) {
    return a[i] + sum_to<i - 1>(a);
}

template <>
__device__ float sum_to<-1>(const float *a) {
    return 0.0f;
}

template <int N>
__device__ constexpr int factorial() {
    if constexpr (N > 1)
        return N * factorial<N - 1>();
    else
        return 1;
}

template <int N>
struct Horner {
    static __device__ int at(const int *c, int x) { return c[0] + x * Horner<N - 1>::at(c + 1, x); }
};

template <>
struct Horner<0> {
    static __device__ int at(const int *c, int x) { return 0; }
};

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(a) == 4 && \length(out) == 3 && \length(c) == 3;
//@ ensures out[0] == a[0] + a[1] + a[2] + a[3];
//@ ensures out[1] == 120 && out[2] == c[0] + 2 * c[1] + 4 * c[2];
__global__ void computed(float *out, const float *a, const int *c) {
    out[0] = sum_to<3>(a);
    out[1] = factorial<5>();
    out[2] = Horner<3>::at(c, 2);
}
